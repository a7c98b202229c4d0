import { describe, expect, it } from 'vitest'
import { refusedOption } from './refused-option.ts'

/** As Docker 20.10 with runc 1.1 says it. */
const prefix =
  'failed to create shim task: OCI runtime create failed: runc create failed: unable to start container process: '

describe('an option that the engine refuses at the start', () => {
  it.each([
    [7, 'nofile'],
    [8, 'memlock'],
    [12, 'msgqueue'],
  ])('is a ulimit by its name: %i', (type, name) => {
    const said = `error during container init: error setting rlimits for ready process: error setting rlimit type ${type}: operation not permitted: unknown`
    expect(refusedOption(prefix + said)).toMatch(
      new RegExp(`^This machine does not allow the ulimit ${name} .*Choose a lower one`),
    )
  })

  it('is a user or group that the image does not have', () => {
    const user = 'unable to find user gpu: no matching entries in passwd file'
    expect(refusedOption(user)).toBe(
      'The image has no user "gpu". Choose one that it has, or a number such as 1000.',
    )
    const group = 'unable to find group _x-1: no matching entries in group file'
    expect(refusedOption(group)).toMatch(/^The image has no group "_x-1"/)
  })

  it.each([
    'exec: "/no/such": stat /no/such: no such file or directory',
    'error setting rlimit type 99: operation not permitted',
    'no space left on device',
  ])('is not another failure: %s', (said) => {
    expect(refusedOption(prefix + said)).toBeUndefined()
  })
})
