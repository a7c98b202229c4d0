import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { unpackPackages } from './debian-packages.ts'
import { freePort } from './free-ports.ts'

const run = promisify(execFile)

/** A plain OpenSSH server on this computer, to compare with. */
export interface PlainSshd extends AsyncDisposable {
  readonly port: number
  /** A line of `known_hosts` without the host. */
  readonly publicKey: string
}

/**
 * Starts OpenSSH's `sshd` from Debian's packages, unpacked into the folder and not installed. It admits this user with
 * the key. Needs root and bubblewrap, as sshd wants a user of its own in /etc/passwd.
 */
export async function startPlainSshd(folder: string, publicKeyFile: string): Promise<PlainSshd> {
  await mkdir(folder, { recursive: true })
  if (!(await isThere(path.join(folder, 'usr/sbin/sshd'))))
    await unpackPackages(folder, ['openssh-server', 'openssh-sftp-server', 'libwrap0'])
  const hostKey = path.join(folder, 'host_key')
  await run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', hostKey])
  await writeFile(
    path.join(folder, 'passwd'),
    'root:x:0:0:root:/root:/bin/bash\nsshd:x:102:65534::/run/sshd:/usr/sbin/nologin\n',
  )
  const port = await freePort()
  const settings = {
    Port: port,
    ListenAddress: '127.0.0.1',
    HostKey: hostKey,
    AuthorizedKeysFile: publicKeyFile,
    PermitRootLogin: 'prohibit-password',
    StrictModes: 'no',
    UsePAM: 'no',
    Subsystem: `sftp ${folder}/usr/lib/openssh/sftp-server`,
  }
  const file = path.join(folder, 'sshd_config')
  const lines = Object.entries(settings).map(([name, value]) => `${name} ${value}`)
  await writeFile(file, `${lines.join('\n')}\n`)
  const child = spawn(
    'bwrap',
    [
      ...['--dev-bind', '/', '/', '--ro-bind', `${folder}/passwd`, '/etc/passwd'],
      ...['--tmpfs', '/run', '--dir', '/run/sshd', '--chmod', '0755', '/run/sshd'],
      ...['--ro-bind', `${folder}/usr/lib/openssh`, '/usr/lib/openssh'],
      ...['--setenv', 'LD_LIBRARY_PATH', `${folder}/usr/lib/x86_64-linux-gnu`],
      ...['--die-with-parent', `${folder}/usr/sbin/sshd`, '-D', '-e', '-f', file],
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  )
  const over = once(child, 'exit')
  await untilOpen(port)
  const { stdout } = await run('ssh-keygen', ['-y', '-f', hostKey])
  return {
    port,
    publicKey: stdout.trim(),
    async [Symbol.asyncDispose]() {
      child.kill()
      await over
    },
  }
}

function isThere(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  )
}

async function untilOpen(port: number): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    const answered = await run('ssh-keyscan', ['-p', String(port), '-T', '1', '127.0.0.1']).then(
      ({ stdout }) => stdout !== '',
      () => false,
    )
    if (answered) return
    await delay(100)
  }
  throw new Error('sshd did not start')
}
