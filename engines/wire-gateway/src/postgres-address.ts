export const postgresUser = 'mongo';
const port = 5432;

/** The file of the server's socket in its folder: PostgreSQL listens on nothing else, and names it after a port. */
export const socketName = `.s.PGSQL.${port}`;

/** Where clients reach the server whose socket is in this folder. */
export const postgresAddress = (socketDir: string) => ({
  host: socketDir,
  port,
  user: postgresUser,
  database: 'postgres',
});
