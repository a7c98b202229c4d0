import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { sshLine } from '../../../../test/ssh-blobs.ts'
import { parseSshKey } from './parse-ssh-key.ts'

/** Skipped without OpenSSH (Debian: openssh-client), as there is nothing to compare with. */
const hasSshKeygen = spawnSync('ssh-keygen', ['-?']).error === undefined

describe.skipIf(!hasSshKeygen)('parseSshKey, compared with ssh-keygen', () => {
  it.each([
    ['ed25519'],
    ['rsa', '-b', '2048'],
    ['rsa', '-b', '3072'],
    ['ecdsa', '-b', '256'],
    ['ecdsa', '-b', '384'],
    ['ecdsa', '-b', '521'],
  ])('reports the same bits and fingerprint for a key of type %s %s %s', async (...type) => {
    await using folder = await ownFolder()
    const file = folder.at('key')
    execFileSync('ssh-keygen', ['-q', '-N', '', '-C', 'ada box', '-f', file, '-t', ...type])
    const key = parseSshKey(await readFile(`${file}.pub`, 'utf8'))
    expect(key).toMatchObject({ comment: 'ada box' })
    expect(spoken(key)).toBe(saidOf(`${file}.pub`))
  })

  it('rejects the private key of the pair', async () => {
    await using folder = await ownFolder()
    const file = folder.at('key')
    execFileSync('ssh-keygen', ['-q', '-N', '', '-f', file, '-t', 'ed25519'])
    expect(parseSshKey(await readFile(file, 'utf8'))).toEqual({
      problem: 'This is a private key. Paste the .pub file.',
    })
  })

  it('reports the same bits and fingerprint for a key in a hardware security key', async () => {
    await using folder = await ownFolder()
    const label = 'sk-ssh-ed25519@openssh.com'
    const line = sshLine(label, [label, Buffer.alloc(32, 9), 'ssh:'], 'ada box')
    await writeFile(folder.at('key.pub'), `${line}\n`)
    expect(spoken(parseSshKey(line))).toBe(saidOf(folder.at('key.pub')))
  })
})

/** Bits and fingerprint, in the format of `ssh-keygen -l`. */
function spoken(key: ReturnType<typeof parseSshKey>): string {
  return 'problem' in key ? key.problem : `${key.bits} ${key.fingerprint}`
}

function saidOf(file: string): string {
  const line = execFileSync('ssh-keygen', ['-l', '-f', file], { encoding: 'utf8' })
  return line.split(' ').slice(0, 2).join(' ')
}

async function ownFolder() {
  const folder = await mkdtemp(path.join(tmpdir(), 'gridloom-ssh-'))
  return {
    at: (name: string) => path.join(folder, name),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  }
}
