import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { systemClock } from '@gridloom/async/clock'
import type { FileDriver, Files } from '@gridloom/server/platform/files/files'
import { localFiles } from '@gridloom/server/platform/files/local-files'
import { diskReserve } from '@gridloom/server/platform/files/reserve'
import { withReserve } from '@gridloom/server/platform/files/with-reserve'
import { systemIds } from '@gridloom/server/platform/ids'

let ofThisProcess: string | undefined

/**
 * The file store of all servers on one database, as replicas share one. It survives their restarts, and is removed with
 * the process.
 */
export function driverOf(databaseUrl: string): Promise<FileDriver> {
  const folder = path.join(processFolder(), path.basename(new URL(databaseUrl).pathname))
  const clock = systemClock
  return localFiles({
    folder: path.join(folder, 'files'),
    scratchFolder: path.join(folder, 'scratch'),
    ids: systemIds(() => clock.now()),
    clock,
  })
}

/** A store on a disk that never runs short. */
export function onRoomyDisk(driver: FileDriver): Files {
  return withReserve(
    driver,
    diskReserve(async () => ({ freeBytes: 1e12, totalBytes: 1e12 })),
  )
}

function processFolder(): string {
  if (ofThisProcess !== undefined) return ofThisProcess
  const folder = mkdtempSync(path.join(tmpdir(), 'gridloom-files-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  ofThisProcess = folder
  return folder
}
