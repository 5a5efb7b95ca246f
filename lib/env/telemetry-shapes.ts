/** Schemas for the settings of metrics and logs. */
import { z } from 'zod';

export const LOG_FORMATS = ['json', 'pretty'] as const;
export const logFormat = z
  .enum(LOG_FORMATS, { error: `must be one of ${LOG_FORMATS.join(', ')}` })
  .default('json');

const PORT_ERROR = 'must be a port number from 1 to 65535';
export const optionalPort = z
  .string()
  .regex(/^\d{1,5}$/, PORT_ERROR)
  .transform(Number)
  .refine((port) => port >= 1 && port <= 65_535, PORT_ERROR)
  .optional();
