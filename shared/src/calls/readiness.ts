/** The body of `/health/ready`, with 200 or 503. `refusal`: why calls of this caller would be refused. */
export type Readiness = {
  service: string;
  status: 'ready' | 'stopping' | 'unavailable';
  checks: Record<string, 'up' | 'down'>;
  refusal?: string | undefined;
};
