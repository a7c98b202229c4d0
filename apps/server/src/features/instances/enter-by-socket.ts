import type { InstanceId } from '@gridloom/contract/core/ids'
import type { WebSocket } from 'ws'
import type { z } from 'zod'
import type { SocketAuth } from '../../platform/http/routes.ts'
import type { InstancesCtx } from './ctx.ts'
import { enterInstance } from './enter-instance.ts'
import { type FirstFrame, firstFrame } from './first-frame.ts'
import { parseFrame } from './frames.ts'
import type { InstanceRow } from './schema.ts'

/** An authenticated socket to a running instance, with the request from its first frame. */
export interface EnteredSocket<Open, C> {
  ctx: C
  row: InstanceRow
  open: Open
  /** Frames that arrived after the first one, for the join. */
  early: FirstFrame['later']
}

/**
 * Reads a socket's first frame, authenticates its sender and finds the instance.
 * @throws Refused `unauthorized`, `malformed_body`, `invalid_input`, `not_found`, `state_conflict` unless it runs
 */
export async function enterBySocket<Open extends { token: string }, C extends InstancesCtx>(
  socket: WebSocket,
  { id, frame, auth }: { id: InstanceId; frame: z.ZodType<Open>; auth: SocketAuth<C> },
): Promise<EnteredSocket<Open, C>> {
  const { text, later } = await firstFrame(socket, auth.clock)
  const open = parseFrame(frame, text)
  const ctx = await auth.signIn(open.token)
  return { ctx, row: await enterInstance(ctx, id), open, early: later }
}

/** WebSocket close codes (RFC 6455, 7.4.1): normal closure, and "try again". */
export const closedNormally = 1000
export const closedByFault = 1011
