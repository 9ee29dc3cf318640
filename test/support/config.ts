/** The environment in which tests start the service: ours, without what would point it to other engines. */
export const environment: Record<string, string | undefined> = { ...process.env };
for (const name of ['MONGODB_URL', 'REDIS_URL', 'SMTP_URL', 'SECRET_KEY', 'NODE_ENV', 'NODE_OPTIONS', 'PORT'])
  delete environment[name];

/** Tells the test processes where the shared set is. */
export const publishSite = (addresses: string): void => {
  process.env.TEST_SITE = addresses;
};

/** How many changed files of each kind importers are given; a run by hand takes thousands. */
export const fuzzRuns = Number(process.env.FUZZ_RUNS ?? 30);

/** How many days of a diary are downloaded and imported; ten years are 3650. */
export const importDays = Number(process.env.IMPORT_DAYS ?? 60);
