import { RuntimeFailure } from '../runtime/failure.ts'
import type { InstanceContext } from './context.ts'
import type { InstanceRecord } from './record.ts'

/** The folder and the file in which programs in an interruptible instance read whether it is about to be stopped. */
const noticeFolder = '/run/gridloom'
const noticeFile = 'interruption'

type Noticed = Pick<InstanceContext, 'runtime'>

/** Writes before a start that no interruption is announced, over what an earlier one left. */
export async function clearNotice(
  context: Noticed,
  record: InstanceRecord,
  signal: AbortSignal,
): Promise<void> {
  if (!record.spec.interruptible) return
  await place(context, record, { at: null, signal })
  record.noticePlaced = undefined
}

/**
 * Tells the programs in an instance that it will be stopped: writes the time into the file and then, if the renter wants
 * it, sends SIGTERM, so that a handler finds the file. An agent that ends in between does both again.
 */
export async function giveNotice(
  context: Noticed,
  record: InstanceRecord,
  signal: AbortSignal,
): Promise<void> {
  const { interruption } = record.spec
  if (interruption === null) return
  const { at } = interruption
  await place(context, record, { at, signal })
  if (interruption.signal === 'SIGTERM') await context.runtime.terminate(record.container, signal)
  record.noticePlaced = at
}

async function place(
  { runtime }: Noticed,
  { container }: InstanceRecord,
  { at, signal }: { at: string | null; signal: AbortSignal },
): Promise<void> {
  const notice = { action: at === null ? null : 'stop', time: at }
  const files = { [noticeFile]: `${JSON.stringify(notice)}\n` }
  try {
    await runtime.writeReadable(container, { folder: noticeFolder, files }, signal)
  } catch (cause) {
    // @NOTE a full disk has no room for the file; the signal and the webhook still come
    if (!(cause instanceof RuntimeFailure && cause.code === 'disk_full')) throw cause
  }
}
