import { CALL_LOG_QUEUE } from './call-log.ts';
import { ERASURE_DONE_QUEUE, erasingService, erasureQueue } from './erasure.ts';
import { MAIL_QUEUE } from './mail.ts';

/** Every queue that there is. */
export const QUEUES: readonly string[] = [
  MAIL_QUEUE,
  CALL_LOG_QUEUE,
  ...erasingService.options.map(erasureQueue),
  ERASURE_DONE_QUEUE,
];
