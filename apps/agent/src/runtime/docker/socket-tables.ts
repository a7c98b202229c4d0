import { open, readFile } from 'node:fs/promises'
import type { RunningExec } from '../port.ts'
import { demandInspected } from './containers.ts'
import type { EngineApi } from './engine-api.ts'

/** A table of 25,000 sockets; a container has at most some thousands of connections. */
const tableBytesMax = 2 * 1024 * 1024

/** Where the toolbox has a program that copies files. */
const copyCommand = ['/.gridloom/bin/busybox', 'cat', '/proc/net/tcp', '/proc/net/tcp6']

interface TableReader {
  api: EngineApi
  /** Whether the engine's processes may be processes of this machine. */
  isLocal: boolean
  exec(command: string[]): Promise<RunningExec>
}

/**
 * Reads the socket tables of a container: of its first process, if that is a process of this machine; otherwise by a
 * command inside, which needs the toolbox.
 */
export async function readSocketTables(
  { api, isLocal, exec }: TableReader,
  name: string,
  signal: AbortSignal,
): Promise<string> {
  const found = await demandInspected(api, name, signal)
  const pid = found.State.Pid ?? 0
  if (isLocal && pid > 0) {
    const tables = await readOfProcess(pid, found.Id)
    if (tables !== undefined) return tables
  }
  return textOf(await exec(copyCommand), signal)
}

/** Resolves to `undefined` unless the process belongs to the container, before and after. */
async function readOfProcess(pid: number, containerId: string): Promise<string | undefined> {
  try {
    if (!(await isOf(pid, containerId))) return undefined
    const [tcp, tcp6] = await Promise.all(
      ['tcp', 'tcp6'].map((table) => readStart(`/proc/${pid}/net/${table}`)),
    )
    return (await isOf(pid, containerId)) ? `${tcp}\n${tcp6}` : undefined
  } catch {
    // @NOTE no such process, no right to read it, no IPv6: the command inside answers
    return undefined
  }
}

/** An engine in a virtual machine has process ids of its own, and ids are used again. */
async function isOf(pid: number, containerId: string): Promise<boolean> {
  return (await readFile(`/proc/${pid}/cgroup`, 'utf8')).includes(containerId)
}

async function readStart(path: string): Promise<string> {
  const pieces: Buffer[] = []
  let bytes = 0
  await using file = await open(path)
  while (bytes < tableBytesMax) {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(64 * 1024))
    if (bytesRead === 0) break
    bytes += bytesRead
    pieces.push(buffer.subarray(0, bytesRead))
  }
  return Buffer.concat(pieces).toString('latin1')
}

async function textOf(running: RunningExec, signal: AbortSignal): Promise<string> {
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of running.output) {
    signal.throwIfAborted()
    if (piece.stream === 'stderr') continue
    bytes += piece.bytes.length
    pieces.push(piece.bytes)
    if (bytes >= 2 * tableBytesMax) {
      await running.kill(signal)
      break
    }
  }
  return Buffer.concat(pieces).toString('latin1')
}
