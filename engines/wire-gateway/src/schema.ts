/**
 * What the gateway keeps in PostgreSQL: the last write of each session that a driver may repeat, and, made anew whenever
 * the gateway starts, the functions that it calls.
 *
 * DocumentDB records writes too, but forgets one at its first repetition and leaves out commands with several writes.
 */
export const SCHEMA = `
CREATE SCHEMA IF NOT EXISTS wire_gateway_data;

CREATE TABLE IF NOT EXISTS wire_gateway_data.last_writes (
  session uuid PRIMARY KEY,
  txn_number bigint NOT NULL,
  -- Null for a transaction: its commit has nothing to tell.
  reply documentdb_core.bson,
  written_at timestamptz NOT NULL DEFAULT now()
) WITH (fillfactor = 50);

DROP SCHEMA IF EXISTS wire_gateway CASCADE;
CREATE SCHEMA wire_gateway;

-- Waits for what an earlier gateway, killed since, may still be writing for the session.
CREATE FUNCTION wire_gateway.lock_session(session uuid) RETURNS void LANGUAGE sql AS $$
  SELECT pg_advisory_xact_lock(hashtextextended(session::text, 0))
$$;

CREATE FUNCTION wire_gateway.record_write(session uuid, txn_number bigint, reply documentdb_core.bson)
RETURNS void LANGUAGE sql AS $$
  INSERT INTO wire_gateway_data.last_writes VALUES ($1, $2, $3)
  ON CONFLICT ON CONSTRAINT last_writes_pkey
  DO UPDATE SET txn_number = excluded.txn_number, reply = excluded.reply, written_at = now()
$$;

-- Writes, or gives the reply of the first time. Upserts hold locks, for DocumentDB tells each of several that race for
-- one _id that it has inserted the document. A findAndModify that a unique index refuses has no reply, but the index.
CREATE FUNCTION wire_gateway.write(
  kind text, database text, command documentdb_core.bson, sequence documentdb_core.bsonsequence,
  upsert_locks bigint[], session uuid, txn_number bigint,
  OUT reply documentdb_core.bson, OUT refused_by text, OUT detail text
) LANGUAGE plpgsql AS $$
DECLARE
  last wire_gateway_data.last_writes;
  upsert_lock bigint;
BEGIN
  IF session IS NOT NULL THEN
    PERFORM wire_gateway.lock_session(session);
    SELECT * INTO last FROM wire_gateway_data.last_writes w WHERE w.session = write.session;
    IF last.txn_number = txn_number THEN reply := last.reply; RETURN; END IF;
    IF last.txn_number > txn_number THEN
      RAISE EXCEPTION 'a later transaction has started in this session' USING ERRCODE = 'WG225';
    END IF;
  END IF;
  FOREACH upsert_lock IN ARRAY upsert_locks LOOP
    PERFORM pg_advisory_xact_lock(upsert_lock);
  END LOOP;
  CASE kind
    WHEN 'insert' THEN SELECT p_result INTO reply FROM documentdb_api.insert(database, command, sequence);
    WHEN 'update' THEN SELECT p_result INTO reply FROM documentdb_api.update(database, command, sequence);
    WHEN 'delete' THEN
      -- A deleteOne that waited for another write of the document passes it over, and has then deleted nothing.
      FOR attempt IN 1..5 LOOP
        SELECT p_result INTO reply FROM documentdb_api.delete(database, command, sequence);
        EXIT WHEN documentdb_core.bson_get_value_text(reply, 'n') <> '0';
      END LOOP;
    WHEN 'findAndModify' THEN
      BEGIN
        SELECT p_result INTO reply FROM documentdb_api.find_and_modify(database, command);
      EXCEPTION WHEN unique_violation OR exclusion_violation THEN
        GET STACKED DIAGNOSTICS refused_by = CONSTRAINT_NAME, detail = PG_EXCEPTION_DETAIL;
        RETURN;
      END;
  END CASE;
  IF session IS NOT NULL THEN PERFORM wire_gateway.record_write(session, txn_number, reply); END IF;
END $$;

-- The document that a findAndModify would have made, as PostgreSQL quotes it when an index refuses it. Nothing is written.
CREATE FUNCTION wire_gateway.refused_key(database text, command documentdb_core.bson)
RETURNS text LANGUAGE plpgsql AS $$
DECLARE detail text;
BEGIN
  PERFORM documentdb_api.find_and_modify(database, command);
  RAISE EXCEPTION 'not refused';
EXCEPTION
  WHEN unique_violation OR exclusion_violation THEN
    GET STACKED DIAGNOSTICS detail = PG_EXCEPTION_DETAIL;
    RETURN detail;
  WHEN OTHERS THEN RETURN NULL;
END $$;

-- Counts the documents for the planner, as PostgreSQL does by itself some time after many have come.
CREATE FUNCTION wire_gateway.analyze(database text, collection text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE id bigint;
BEGIN
  SELECT collection_id INTO id FROM documentdb_api_catalog.collections
  WHERE database_name = database AND collection_name = collection;
  IF FOUND THEN EXECUTE format('ANALYZE documentdb_data.documents_%s', id); END IF;
END $$;

-- Cursors live for ten minutes, as in MongoDB, where DocumentDB gives them one.
ALTER DATABASE postgres SET documentdb.defaultCursorExpiryTimeLimitSeconds = 600;
`;

/** Drivers repeat a write within seconds; a record holds content, so it does not stay. */
export const FORGET_OLD_WRITES = `DELETE FROM wire_gateway_data.last_writes WHERE written_at < now() - interval '10 minutes'`;
