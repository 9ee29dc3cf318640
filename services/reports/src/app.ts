import { type Express, Router } from 'express';
import type { Db, MongoClient } from 'mongodb';
import type { Replicas } from 'shared/calls/replicas.ts';
import { createApp } from 'shared/http/app.ts';
import { type exportedKeptLink, type exportedShareLink, exportRoutes } from 'shared/http/export-parts.ts';
import { notFoundHandler, problemHandler } from 'shared/http/problem.ts';
import { createRoute } from 'shared/http/route.ts';
import type { Log } from 'shared/observe/log.ts';
import { pageErrorHandler } from 'shared/pages/shell/error-page.ts';
import type { Keys } from 'shared/process/keys.ts';
import { createProfiles } from 'shared/records/profiles.ts';
import { createIdempotency } from 'shared/store/idempotency.ts';
import type { z } from 'zod';
import { createClientRecordsStore } from './clients/client-records-store.ts';
import { createClientsReader } from './clients/clients-reader.ts';
import { clientsRoutes } from './clients/clients-routes.ts';
import { createKeptLinkStore } from './clients/kept-link-store.ts';
import { personReportRoutes } from './person-report/person-report-routes.ts';
import { createRecentChangesStore } from './person-report/recent-changes-store.ts';
import { reportRoutes } from './report/report-routes.ts';
import { createReportStore } from './report/report-store.ts';
import { createDaysCsvReader } from './report-data/days-csv.ts';
import { createListedRecordsStore } from './report-data/listed-records-store.ts';
import { createReportPageReader } from './report-data/report-page-data.ts';
import { createIsOpen, createOpenAccounts } from './share-links/is-open.ts';
import { createLinkKeepersStore } from './share-links/link-keepers-store.ts';
import { linksPageRoutes } from './share-links/links-page-routes.ts';
import { describeShareLink } from './share-links/share-link.ts';
import { shareLinkRoutes } from './share-links/share-link-routes.ts';
import type { ShareLinkStore } from './share-links/share-link-store.ts';
import type { ViewCounter } from './share-links/view-counter.ts';
import { sharedReportRoutes } from './shared-report/shared-report-routes.ts';

type ReportsParts = {
  client: MongoClient;
  db: Db;
  keys: Keys;
  log: Log;
  siteUrl: string;
  links: ShareLinkStore;
  views: ViewCounter;
  /** Who says which assistants are connected. */
  auth: Replicas;
};

/** Reports, the links that share them, and the pages of both. */
export const createReportsApp = (parts: ReportsParts): Express => {
  const { client, db, keys, log, siteUrl, links, views, auth } = parts;
  const app = createApp(log);
  const route = createRoute(app, keys);
  const profiles = createProfiles(db);
  const reports = createReportStore(db);
  const readPage = createReportPageReader(reports, createListedRecordsStore(db));
  const readDaysCsv = createDaysCsvReader(reports);

  reportRoutes(route, profiles, reports);
  const keepers = createLinkKeepersStore(db);
  const kept = createKeptLinkStore(db, keys);
  const readClients = createClientsReader({
    kept,
    links,
    openAccounts: createOpenAccounts(db),
    profiles,
    records: createClientRecordsStore(db),
    log,
  });

  shareLinkRoutes(route, createIdempotency(client, db, keys), { keys, siteUrl, profiles, links, keepers });
  const internal = exportRoutes(keys, {
    async *share_links(accountId): AsyncGenerator<z.input<typeof exportedShareLink>> {
      const keptBy = await keepers.count(accountId);
      for (const link of await links.all(accountId)) yield describeShareLink(link, keptBy.get(link._id));
    },
    async *kept_links(accountId): AsyncGenerator<z.input<typeof exportedKeptLink>> {
      for (const { _id, name, kept_at } of await kept.all(accountId))
        yield { id: _id, name, kept_at: kept_at.toISOString() };
    },
  });
  const pages = Router()
    .use(
      sharedReportRoutes({
        keys,
        siteUrl,
        profiles,
        links,
        kept,
        isOpen: createIsOpen(db),
        views,
        readPage,
        readDaysCsv,
      }),
    )
    .use(
      personReportRoutes({
        keys,
        profiles,
        readPage,
        readDaysCsv,
        recent: createRecentChangesStore(db),
        auth,
      }),
    )
    .use(linksPageRoutes({ keys, siteUrl, profiles, links, keepers }))
    .use(clientsRoutes({ keys, siteUrl, kept, readClients }))
    .use(pageErrorHandler(siteUrl));

  return app.use(internal).use(pages).use(notFoundHandler).use(problemHandler(siteUrl));
};
