import type { InstanceId } from '@gridloom/contract/ids'
import type { WebSocket } from 'ws'
import type { z } from 'zod'
import type { Door } from '../../platform/http/routes.ts'
import type { InstancesCtx } from './ctx.ts'
import { parseFrame } from './frames.ts'
import { firstFrame } from './join-socket.ts'
import { runningInstance } from './owned-instance.ts'
import type { InstanceRow } from './schema.ts'

/** Whoever came in by a socket: signed in, at a running instance of theirs, and what their first frame asked for. */
export interface Entered<Frame> {
  ctx: InstancesCtx
  row: InstanceRow
  open: Frame
}

/**
 * Reads a socket's first frame, signs its sender in and finds the instance.
 * @throws Refused `unauthorized`, `malformed_body`, `invalid_input`, `not_found`, `state_conflict` unless it runs
 */
export async function enterBySocket<Frame extends { token: string }>(
  socket: WebSocket,
  { id, frame, door }: { id: InstanceId; frame: z.ZodType<Frame>; door: Door<InstancesCtx> },
): Promise<Entered<Frame>> {
  const open = parseFrame(frame, await firstFrame(socket))
  const ctx = await door.signIn(open.token)
  return { ctx, row: await runningInstance(ctx, id), open }
}

/** Codes of a WebSocket's end (RFC 6455, 7.4.1): in order, and "try again". */
export const closedNormally = 1000
export const closedByFault = 1011
