import { statfs } from 'node:fs/promises'
import { diskReserveBytes } from '@gridloom/domain/disk'
import { RuntimeFailure } from '../../failure.ts'
import type { EngineProcess } from './engine-process.ts'

/** Returns the free bytes of the engine's file system beyond the machine's reserve; negative if the reserve is used. */
export async function roomIn(engine: EngineProcess, engineRoot: string): Promise<number> {
  const { bsize, blocks, bavail } = await statfs(engine.pathOf(engineRoot))
  return bavail * bsize - diskReserveBytes(blocks * bsize)
}

export function noRoomFailure(cause?: unknown): RuntimeFailure {
  const text = 'The machine does not have enough free disk space for a disk of this size.'
  return new RuntimeFailure('disk_full', text, { cause })
}
