import type { Document } from 'bson';
import pg from 'pg';

/** MongoDB's error codes, those that this gateway answers with. */
const CODES = {
  InternalError: 1,
  BadValue: 2,
  FailedToParse: 9,
  TypeMismatch: 14,
  Overflow: 15,
  InvalidLength: 16,
  LockTimeout: 24,
  NamespaceNotFound: 26,
  IndexNotFound: 27,
  PathNotViable: 28,
  ConflictingUpdateOperators: 40,
  CursorNotFound: 43,
  NamespaceExists: 48,
  MaxTimeMSExpired: 50,
  EmptyFieldName: 56,
  CommandNotFound: 59,
  ImmutableField: 66,
  CannotCreateIndex: 67,
  InvalidOptions: 72,
  InvalidNamespace: 73,
  IndexOptionsConflict: 85,
  IndexKeySpecsConflict: 86,
  ShutdownInProgress: 91,
  WriteConflict: 112,
  CommandNotSupported: 115,
  DocumentValidationFailure: 121,
  ExceededMemoryLimit: 146,
  InvalidIndexSpecificationOption: 197,
  TransactionTooOld: 225,
  ConversionFailure: 241,
  NoSuchTransaction: 251,
  ExceededTimeLimit: 262,
  OperationNotSupportedInTransaction: 263,
  NotWritablePrimary: 10_107,
  BSONObjectTooLarge: 10_334,
  DuplicateKey: 11_000,
  OutOfDiskSpace: 14_031,
  Location40324: 40_324,
  Location51091: 51_091,
} as const;

export type CodeName = keyof typeof CODES;

/** MongoDB's names for SQLSTATEs: PostgreSQL's own, ours (`schema.ts`), then DocumentDB's, which begin with M, as seen from it. */
const CODE_NAMES: Record<string, CodeName> = {
  '0A000': 'CommandNotSupported',
  '22023': 'BadValue',
  '22P02': 'BadValue',
  '23505': 'DuplicateKey',
  '23P01': 'DuplicateKey',
  '25006': 'NotWritablePrimary',
  '25P02': 'NoSuchTransaction',
  '40001': 'WriteConflict',
  '40P01': 'WriteConflict',
  // For a folder that has become read-only.
  '42501': 'NotWritablePrimary',
  '42P01': 'NamespaceNotFound',
  '53100': 'OutOfDiskSpace',
  '53200': 'ExceededMemoryLimit',
  '54001': 'Overflow',
  '55P03': 'LockTimeout',
  '57014': 'MaxTimeMSExpired',
  WG225: 'TransactionTooOld',
  M0000: 'InternalError',
  M0001: 'BadValue',
  M0003: 'FailedToParse',
  M0004: 'TypeMismatch',
  M0008: 'NamespaceNotFound',
  M0009: 'IndexNotFound',
  M000A: 'PathNotViable',
  M000D: 'ConflictingUpdateOperators',
  M000E: 'CursorNotFound',
  M000F: 'NamespaceExists',
  M000J: 'EmptyFieldName',
  M000M: 'ImmutableField',
  M000N: 'CannotCreateIndex',
  M000P: 'InvalidOptions',
  M000Q: 'InvalidNamespace',
  M000R: 'IndexOptionsConflict',
  M000S: 'IndexKeySpecsConflict',
  M000U: 'CommandNotSupported',
  M0012: 'InvalidIndexSpecificationOption',
  M0015: 'ConversionFailure',
  M001C: 'DuplicateKey',
  M003A: 'BSONObjectTooLarge',
  M007U: 'Location40324',
  M009H: 'Location51091',
  M00CO: 'DocumentValidationFailure',
  M00DO: 'InvalidLength',
  M00E8: 'NotWritablePrimary',
};

/** An error as a MongoDB server answers it. `fields` go into the answer, as `keyPattern` does. */
export class CommandError extends Error {
  readonly codeName: CodeName;
  readonly fields: Document;

  constructor(codeName: CodeName, message: string, fields: Document = {}) {
    super(message);
    this.codeName = codeName;
    this.fields = fields;
  }
}

/** MongoDB's name for an error of the engine. An error of the query that we know no better name for is a bad value. */
export const codeNameOf = (sqlState: string): CodeName =>
  CODE_NAMES[sqlState] ?? (sqlState.startsWith('M') ? 'BadValue' : 'InternalError');

/** The code of that name. */
export const codeOf = (name: CodeName): number => CODES[name];

/** Whether running the same statement again may succeed: it lost against a concurrent one and left nothing behind. */
export const isConflict = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && codeNameOf(error.code ?? '') === 'WriteConflict';

/** Any error, as the client gets it. */
export const toCommandError = (error: unknown): CommandError => {
  if (error instanceof CommandError) return error;
  if (error instanceof pg.DatabaseError) return new CommandError(codeNameOf(error.code ?? ''), error.message);
  return new CommandError('InternalError', 'the gateway failed on this command');
};

const TRANSIENT: ReadonlySet<CodeName> = new Set([
  'LockTimeout',
  'WriteConflict',
  'NoSuchTransaction',
  'NotWritablePrimary',
  'ShutdownInProgress',
  'ExceededTimeLimit',
]);
const RETRYABLE: ReadonlySet<CodeName> = new Set([
  'NotWritablePrimary',
  'ShutdownInProgress',
  'ExceededTimeLimit',
]);

/** The reply that reports an error. The labels say what a driver may repeat: the transaction, or the write alone. */
export const errorReply = (
  error: CommandError,
  where: { name: string; inTransaction: boolean },
): Document => {
  const { codeName, message, fields } = error;
  const ends = where.name === 'commitTransaction' || where.name === 'abortTransaction';
  const labels = [];
  if (RETRYABLE.has(codeName) && (ends || !where.inTransaction)) labels.push('RetryableWriteError');
  else if (TRANSIENT.has(codeName) && where.inTransaction) labels.push('TransientTransactionError');
  return {
    ok: 0,
    errmsg: message,
    code: codeOf(codeName),
    codeName,
    ...fields,
    ...(labels.length > 0 && { errorLabels: labels }),
  };
};
