/**
 * How a call to another service failed. `late`: its answer, or the next part of it, did not come in time. `unreachable`: the
 * connection took too long; `unsent`: there was none at all. `broken_off`: anything else, and whether it was done is unknown.
 */
export type CallFailure = 'late' | 'unreachable' | 'unsent' | 'broken_off';

/** What `AbortSignal.timeout`, `lateAnswer` and undici call it. */
const LATE = ['TimeoutError', 'HeadersTimeoutError', 'BodyTimeoutError'];

/** What became of a call, by the error of undici, `fetch` or node:http. */
export const callFailure = (error: unknown): CallFailure => {
  const { name, code, syscall } = Object(error);
  if (LATE.includes(name)) return 'late';
  const isConnecting = syscall === 'connect';
  if (name === 'ConnectTimeoutError' || (isConnecting && code === 'ETIMEDOUT')) return 'unreachable';
  return isConnecting ? 'unsent' : 'broken_off';
};

/** The error for a call that is ended because its answer is `late`. */
export const lateAnswer = (): Error => new DOMException('the service is silent', 'TimeoutError');

/** The error for a connection that is `unreachable`, as the kernel would give it later. */
export const lateConnection = (): Error =>
  Object.assign(new Error('the connection took too long'), { code: 'ETIMEDOUT', syscall: 'connect' });
