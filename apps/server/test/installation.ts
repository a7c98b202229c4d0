import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'
import { environmentWith } from '@gridloom/testkit/config'

/** The exit code of a script, and all its output on both streams. */
export interface Ran {
  code: number | null
  said: string
}

interface Run {
  script: string
  /** Passed in its environment, which no other user can read. */
  token?: string | undefined
  words: readonly string[]
  /** Home and working folder. */
  home: string
  /** Programs that come before the machine's own, or replace them. */
  programs?: { folder: string; place: 'before' | 'instead' }
}

/**
 * Runs a shell script as `curl … | sh -s -- WORDS` does. It reports an engine as present, as tests start no container.
 */
export async function runScript({ script, token, words, home, programs }: Run): Promise<Ran> {
  await mkdir(home, { recursive: true })
  const own = environmentWith({
    HOME: home,
    DOCKER_HOST: 'unix:///nowhere/docker.sock',
    ...(token === undefined ? {} : { GRIDLOOM_ENROLMENT_TOKEN: token }),
  })
  const search = programs?.place === 'instead' ? [] : [own.PATH ?? '']
  const PATH = [...(programs === undefined ? [] : [programs.folder]), ...search].join(':')
  const shell = spawn('/bin/sh', ['-s', '--', ...words], { cwd: home, env: { ...own, PATH } })
  let said = ''
  for (const stream of [shell.stdout, shell.stderr])
    stream.on('data', (piece: Buffer) => {
      said += piece.toString()
    })
  shell.stdin.end(script)
  const [code] = await once(shell, 'close')
  return { code: typeof code === 'number' ? code : null, said }
}

/** Creates a folder of programs: small shell scripts by name, and links to those of the machine. */
export async function programsIn(
  folder: string,
  made: Readonly<Record<string, string>>,
  linked: readonly string[] = [],
): Promise<string> {
  await mkdir(folder, { recursive: true })
  for (const [name, body] of Object.entries(made)) {
    const file = path.join(folder, name)
    await writeFile(file, `#!/bin/sh\n${body}\n`)
    await chmod(file, 0o755)
  }
  for (const name of linked) await symlink(await placeOf(name), path.join(folder, name))
  return folder
}

async function placeOf(name: string): Promise<string> {
  const which = spawn('/bin/sh', ['-c', `command -v "${name}"`])
  const [found] = await once(which.stdout, 'data')
  return String(found).trim()
}

/** Returns a port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (address === null || typeof address === 'string') throw new Error('no free port')
  return address.port
}
