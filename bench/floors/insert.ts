import type { AddressInfo } from 'node:net';
import express from 'express';
import { MongoClient } from 'mongodb';
import { uuidv7 } from 'uuidv7';

/** The least that storing a meal can be: Express parses it, the driver inserts it, acknowledged as ours is. */
const [url = ''] = process.argv.slice(2);
const client = await MongoClient.connect(url, { maxPoolSize: 20, writeConcern: { w: 'majority' } });
const meals = client.db('bench').collection<{ _id: string }>('meals');
const server = express()
  .post('/meals', express.json(), async (request, response) => {
    const meal = { _id: uuidv7(), ...request.body };
    await meals.insertOne(meal);
    response.status(201).json(meal);
  })
  .listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.once('disconnect', () => process.exit());
