import { z } from 'zod'
import { TerminalId } from '../core/ids.ts'

/**
 * Terminal frames. The first frame of the browser is this text; after it binary frames are bytes of the terminal in
 * both directions and text frames are {@link TerminalControl}. An id that the machine has resumes that terminal: its
 * last output is sent first.
 */
export const TerminalOpen = z.strictObject({
  kind: z.literal('open'),
  token: z.string(),
  terminal_id: TerminalId.optional(),
  columns: z.int().min(1).max(1_000),
  rows: z.int().min(1).max(1_000),
})
export type TerminalOpen = z.infer<typeof TerminalOpen>

export const TerminalControl = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('resize'),
    columns: z.int().min(1).max(1_000),
    rows: z.int().min(1).max(1_000),
  }),
  z.strictObject({ kind: z.literal('opened'), terminal_id: TerminalId, resumed: z.boolean() }),
  z.strictObject({ kind: z.literal('exited'), exit_code: z.int().nullable() }),
  z.strictObject({ kind: z.literal('refused'), code: z.string(), error: z.string() }),
])
export type TerminalControl = z.infer<typeof TerminalControl>
