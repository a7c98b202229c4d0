import { describe, expect, it } from 'vitest'
import { commentOf, readSshKey, validateSshKey } from './ssh-key-values.ts'

const key = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIB ada@laptop'

describe('SSH key form', () => {
  it('rejects a private key', () => {
    const openssh = '-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNz'
    expect(validateSshKey.ssh_key(openssh)).toMatch('This is a private key')
    expect(validateSshKey.ssh_key('-----BEGIN RSA PRIVATE KEY-----')).not.toBeNull()
    expect(validateSshKey.ssh_key('PuTTY-User-Key-File-3: ssh-ed25519')).not.toBeNull()
  })

  it('leaves every other check of the key to the server', () => {
    expect(validateSshKey.ssh_key(key)).toBeNull()
    expect(validateSshKey.ssh_key('anything')).toBeNull()
    expect(validateSshKey.ssh_key('  ')).toBe('SSH key is required')
  })

  it('sends a name only if one was typed', () => {
    expect(readSshKey({ ssh_key: ` ${key}\n`, name: ' ' })).toEqual({ ssh_key: key })
    expect(readSshKey({ ssh_key: key, name: ' laptop ' }).name).toBe('laptop')
  })

  it('suggests the comment of the key as its name', () => {
    expect(commentOf(key)).toBe('ada@laptop')
    expect(commentOf('ssh-ed25519 AAAA work laptop')).toBe('work laptop')
    expect(commentOf('ssh-ed25519 AAAA')).toBe('')
  })
})
