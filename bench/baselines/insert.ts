import type { AddressInfo } from 'node:net';
import express from 'express';
import { MongoClient } from 'mongodb';
import { RECORD_INDEXES, recordCollections } from 'shared/records/documents.ts';
import type { StoredMeal } from 'shared/records/meal.ts';
import { uuidv7 } from 'uuidv7';

/**
 * The least that storing a meal can be: Express parses it and the driver inserts it, as diary stored the one with the given id,
 * acknowledged and indexed as there.
 */
const [url = '', stored = ''] = process.argv.slice(2);
const client = await MongoClient.connect(url, { maxPoolSize: 20, writeConcern: { w: 'majority' } });
const meal = await recordCollections(client.db()).meals.findOne({ _id: stored });
const meals = client.db('bench').collection<StoredMeal>('meals');
await meals.createIndexes(RECORD_INDEXES.meals);
const server = express()
  .post('/meals', express.json(), async (request, response) => {
    await meals.insertOne({ ...(meal as StoredMeal), _id: `meal_${uuidv7()}` });
    response.status(201).json(request.body);
  })
  .listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.once('disconnect', () => process.exit());
