import { generateKeyPairSync } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anEd25519Line, sshLine } from '../../../../test/ssh-blobs.ts'
import { parseSshKey } from './parse-ssh-key.ts'

/** Made by OpenSSH 9.2, with what `ssh-keygen -l` says of it. */
const recorded =
  'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIPuHnHgmHl1DAvdxdJ6rLTlB5PDCzJhjavbG6Riu46Ko ada@box'

describe('parseSshKey', () => {
  it('reads type, bits, fingerprint and comment of a key that ssh-keygen made', () => {
    expect(parseSshKey(`\n${recorded}\r\n`)).toEqual({
      type: 'ssh-ed25519',
      bits: 256,
      fingerprint: 'SHA256:LP+Mu6SbIkcjamr1y8GuIKqEFF2SMqAyeJS8NEEew2M',
      line: recorded.replace(' ada@box', ''),
      comment: 'ada@box',
    })
  })

  it('keeps a comment of several words, and needs none', () => {
    expect(parseSshKey(anEd25519Line(1, 'my  work laptop'))).toMatchObject({
      comment: 'my work laptop',
    })
    expect(parseSshKey(anEd25519Line(1, ''))).toMatchObject({ comment: '' })
  })

  it('reads keys that live in a security key', () => {
    const [label, application] = ['sk-ssh-ed25519@openssh.com', 'ssh:']
    const parts = [label, Buffer.alloc(32, 7), application]
    expect(parseSshKey(sshLine(label, parts))).toMatchObject({ type: label, bits: 256 })
    expect(parseSshKey(sshLine(label, parts.slice(0, 2)))).toHaveProperty('problem')
  })

  it.each([
    ['a private key', `-----BEGIN ${'OPENSSH PRIVATE'} KEY-----\nb3Bl`, /private key.*\.pub file/],
    ['PuTTY’s private key', 'PuTTY-User-Key-File-3: ssh-ed25519', /private key/],
    ['two keys', `${recorded}\n${recorded}`, /one key at a time/],
    ['options before it', `command="id",no-pty ${recorded}`, /Leave out the options/],
    ['RFC 4716', '---- BEGIN SSH2 PUBLIC KEY ----', /OpenSSH form/],
    ['a certificate', recorded.replace('ed25519', 'ed25519-cert-v01@openssh.com'), /certificate/],
    ['DSA', 'ssh-dss AAAA', /DSA/],
    ['words', 'hello world', /begins with ssh-ed25519/],
    ['nothing behind the type', 'ssh-ed25519', /cut off/],
    ['a cut off key', recorded.slice(0, 60), /cut off/],
    ['what is no base64', 'ssh-ed25519 AAAA*AAA', /cut off/],
    ['a byte too many', sshLine('ssh-ed25519', ['ssh-ed25519', Buffer.alloc(32), '']), /cut off/],
    [
      'another type inside',
      sshLine('ssh-rsa', ['ssh-ed25519', Buffer.alloc(32)]),
      /does not match the type/,
    ],
  ])('refuses %s in words that help', (_, text, problem) => {
    expect(parseSshKey(text)).toEqual({ problem: expect.stringMatching(problem) })
  })

  it('refuses RSA keys that are too short, in bits', () => {
    expect(parseSshKey(rsaLine(1_024))).toEqual({
      problem: 'RSA keys need at least 2048 bits; this one has 1024.',
    })
    expect(parseSshKey(rsaLine(2_048))).toMatchObject({ type: 'ssh-rsa', bits: 2_048 })
  })

  it.each([
    ['P-256', 256],
    ['P-384', 384],
    ['P-521', 521],
  ] as const)('takes points of %s that are on the curve alone', (namedCurve, bits) => {
    const name = `nistp${bits}`
    const label = `ecdsa-sha2-${name}`
    const point = pointOf(namedCurve)
    expect(parseSshKey(sshLine(label, [label, name, point]))).toMatchObject({ type: label, bits })
    const beside = Buffer.from(point)
    beside.writeUInt8(beside.readUInt8(beside.length - 1) ^ 1, beside.length - 1)
    expect(parseSshKey(sshLine(label, [label, name, beside]))).toHaveProperty('problem')
    const other = name === 'nistp256' ? 'nistp384' : 'nistp256'
    expect(parseSshKey(sshLine(label, [label, other, point]))).toHaveProperty('problem')
  })

  it('answers whatever is pasted, and what it takes is one line', () => {
    const bytes = fc.uint8Array({ maxLength: 80 }).map((them) => Buffer.from(them))
    const labels = fc.constantFrom('ssh-ed25519', 'ssh-rsa', 'ecdsa-sha2-nistp256')
    const blobs = fc.tuple(labels, fc.array(bytes, { maxLength: 4 }), fc.string())
    fc.assert(
      fc.property(blobs, ([label, parts, comment]) => {
        const read = parseSshKey(sshLine(label, [label, ...parts], comment))
        if ('line' in read) expect(read.line).toMatch(/^[\w@.-]+ [A-Za-z0-9+/]+=*$/)
      }),
    )
  })
})

function rsaLine(modulusLength: number): string {
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength })
  const { n = '', e = '' } = publicKey.export({ format: 'jwk' })
  const positive = (text: string) =>
    Buffer.concat([Buffer.alloc(1), Buffer.from(text, 'base64url')])
  return sshLine('ssh-rsa', ['ssh-rsa', Buffer.from(e, 'base64url'), positive(n)])
}

function pointOf(namedCurve: 'P-256' | 'P-384' | 'P-521'): Buffer {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  return Buffer.concat([Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')])
}
