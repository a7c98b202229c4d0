import { execFile } from 'node:child_process'
import { cpus, release, totalmem, type } from 'node:os'
import { promisify } from 'node:util'

/** Describes the machine in one line: figures mean nothing without it. */
export async function machineWords(): Promise<string> {
  const [cpu] = cpus()
  const memoryGib = Math.round(totalmem() / 2 ** 30)
  const words = ['version', '--format', '{{.Server.Version}}']
  const { stdout } = await promisify(execFile)('docker', words)
  return [
    `${cpus().length} × ${cpu?.model.trim() || 'unknown CPU'}`,
    `${memoryGib} GiB`,
    `${type()} ${release()}`,
    `Node ${process.version}`,
    `Docker ${stdout.trim()}`,
  ].join(', ')
}
