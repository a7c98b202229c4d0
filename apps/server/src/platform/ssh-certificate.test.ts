import { execFileSync, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import ssh2 from 'ssh2'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readCertificate, signCertificate, type UserCertificate } from './ssh-certificate.ts'
import { wireReader } from './ssh-wire.ts'

/** Skipped without OpenSSH (Debian: openssh-client), as there is nothing to compare with. */
const hasSshKeygen = spawnSync('ssh-keygen', ['-?']).error === undefined
const nowS = 1_790_000_000n

describe.skipIf(!hasSshKeygen)('certificates of users, compared with ssh-keygen', () => {
  let folder = ''
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'gridloom-certificates-'))
    for (const name of ['authority', 'other']) newKey(name)
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  const at = (name: string) => path.join(folder, name)
  const newKey = (name: string, ...type: string[]) =>
    execFileSync('ssh-keygen', [
      '-q',
      '-N',
      '',
      '-f',
      at(name),
      '-t',
      ...(type[0] ? type : ['ed25519']),
    ])
  const blobOf = (file: string) =>
    Buffer.from(readFileSync(at(file), 'utf8').split(' ')[1] ?? '', 'base64')
  const authorityOf = (name: string) => {
    const key = ssh2.utils.parseKey(readFileSync(at(name)))
    if (key instanceof Error) throw key
    return {
      publicBlob: key.getPublicSSH(),
      sign: (bytes: Buffer) => Buffer.from(key.sign(bytes) as Buffer),
      trusted: {
        authority: key.getPublicSSH(),
        verify: (bytes: Buffer, signature: Buffer) => key.verify(bytes, signature) === true,
        nowS,
      },
    }
  }
  /** Signs with ssh-keygen, for an hour around now. */
  const signedByOpenSsh = (...options: string[]) => {
    rmSync(at('signed'), { force: true })
    rmSync(at('signed.pub'), { force: true })
    newKey('signed')
    const hour = ['-V', `${stamp(nowS - 1_800n)}:${stamp(nowS + 1_800n)}`]
    const words = ['-q', '-s', at('authority'), '-I', 'someone', '-n', 'box', ...hour, ...options]
    execFileSync('ssh-keygen', [...words, at('signed.pub')], { env: { ...process.env, TZ: 'UTC' } })
    return blobOf('signed-cert.pub')
  }
  const ours = (changes: Partial<UserCertificate> = {}, key = 'other.pub') => {
    const authority = authorityOf('authority')
    const [algorithm = ''] = readFileSync(at(key), 'utf8').split(' ')
    const certificate: UserCertificate = {
      ...{ algorithm, key: blobOf(key), serial: 7n, keyId: 'acc_1 acc_2 ses_3' },
      ...{ principals: ['ins_1', 'ins_2'], validAfterS: nowS - 60n, validBeforeS: nowS + 60n },
      ...changes,
    }
    return {
      certificate,
      blob: signCertificate(certificate, { authority, nonce: randomBytes(32) }),
    }
  }
  const read = (blob: Buffer, by = 'authority') => readCertificate(blob, authorityOf(by).trusted)

  it.each([['ed25519'], ['rsa', '-b', '2048'], ['ecdsa', '-b', '256'], ['ecdsa', '-b', '521']])(
    'are read by ssh-keygen and by us as we wrote them, for a key of type %s %s %s',
    (...type) => {
      const name = `key-${type.join('')}`
      newKey(name, ...type)
      const { certificate, blob } = ours({}, `${name}.pub`)
      expect(read(blob)).toEqual(certificate)
      const label = wireReader(blob).take()?.toString() ?? ''
      writeFileSync(at('ours-cert.pub'), `${label} ${blob.toString('base64')}\n`)
      const said = execFileSync('ssh-keygen', ['-L', '-f', at('ours-cert.pub')], {
        encoding: 'utf8',
      })
      expect(said).toContain(`Type: ${label} user certificate`)
      expect(said).toContain('Key ID: "acc_1 acc_2 ses_3"')
      expect(said).toContain('Serial: 7')
      expect(said).toMatch(/Principals: \n\s+ins_1\n\s+ins_2\n/)
      expect(said).toContain('Critical Options: (none)')
      expect(said).toMatch(/permit-agent-forwarding\n\s+permit-port-forwarding\n\s+permit-pty/)
    },
  )

  it('are those that OpenSSH signs with the same authority', () => {
    expect(read(signedByOpenSsh())).toMatchObject({ keyId: 'someone', principals: ['box'] })
  })

  it.each([
    ['another authority', () => read(ours().blob, 'other')],
    ['a host', () => read(signedByOpenSsh('-h'))],
    ['a forced command, a critical option', () => read(signedByOpenSsh('-O', 'force-command=id'))],
    [
      'certain addresses, a critical option',
      () => read(signedByOpenSsh('-O', 'source-address=10.0.0.0/8')),
    ],
    ['nobody', () => read(ours({ principals: [] }).blob)],
    ['a time to come', () => read(ours({ validAfterS: nowS + 1n }).blob)],
    ['a time that is over', () => read(ours({ validBeforeS: nowS }).blob)],
  ])('are refused for %s', (_, attempt) => {
    expect(attempt()).toBeUndefined()
  })

  it('are refused with any bit changed, cut off, or longer', () => {
    const { blob } = ours()
    for (let at = 0; at < blob.length; at += 1) {
      const changed = Buffer.from(blob)
      changed.writeUInt8(changed.readUInt8(at) ^ (1 << (at % 8)), at)
      expect(read(changed), `byte ${at}`).toBeUndefined()
      expect(read(blob.subarray(0, at))).toBeUndefined()
    }
    expect(read(Buffer.concat([blob, Buffer.alloc(1)]))).toBeUndefined()
  })
})

function stamp(seconds: bigint): string {
  return new Date(Number(seconds) * 1_000).toISOString().replace(/[-:T]/g, '').slice(0, 14)
}
