import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { seccompProfile } from './profile.ts'

const Profile = z.object({
  defaultAction: z.string(),
  syscalls: z.array(
    z.object({
      names: z.array(z.string()),
      action: z.string(),
      errnoRet: z.number().optional(),
      args: z.array(z.object({ index: z.number(), value: z.number(), op: z.string() })).optional(),
    }),
  ),
})
const profile = Profile.parse(JSON.parse(seccompProfile()))

describe('the seccomp profile', () => {
  it('denies by default', () => {
    expect(profile.defaultAction).toBe('SCMP_ACT_ERRNO')
  })

  it.each([
    ...[
      'io_uring_setup',
      'io_uring_enter',
      'io_uring_register',
      'keyctl',
      'add_key',
      'request_key',
    ],
    ...[
      'userfaultfd',
      'bpf',
      'perf_event_open',
      'unshare',
      'setns',
      'mount',
      'umount2',
      'pivot_root',
    ],
    ...[
      'open_by_handle_at',
      'kexec_load',
      'init_module',
      'finit_module',
      'reboot',
      'swapon',
      'acct',
    ],
    ...[
      'fsopen',
      'open_tree',
      'move_mount',
      'mount_setattr',
      'fanotify_init',
      'quotactl',
      'syslog',
    ],
    ...['socketcall', 'kcmp', 'pidfd_getfd', 'clock_settime', 'iopl', 'vhangup', 'lookup_dcookie'],
  ])('never allows %s', (name) => {
    expect(rulesFor(name).filter(({ action }) => action === 'SCMP_ACT_ALLOW')).toEqual([])
  })

  it('allows sockets of four families, and of netlink only routing', () => {
    const allowed = rulesFor('socket').filter(({ action }) => action === 'SCMP_ACT_ALLOW')
    expect(allowed.map(({ args }) => args?.map(({ index, value }) => [index, value]))).toEqual([
      [[0, 1]],
      [[0, 2]],
      [[0, 10]],
      [
        [0, 16],
        [2, 0],
      ],
    ])
    expect(allowed.flatMap(({ args }) => args?.map(({ op }) => op))).not.toContain('SCMP_CMP_NE')
  })

  it('answers EAFNOSUPPORT for every other family', () => {
    const refused = rulesFor('socket').filter(({ action }) => action === 'SCMP_ACT_ERRNO')
    expect(new Set(refused.map(({ errnoRet }) => errnoRet))).toEqual(new Set([97]))
    const named = refused.flatMap(({ args }) => args?.filter(({ index }) => index === 0) ?? [])
    expect(named.map(({ value }) => value).toSorted((one, other) => one - other)).toEqual([
      0, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14, 15, 16, 16,
    ])
  })

  it('allows clone without namespace flags, and answers ENOSYS for clone3', () => {
    expect(rulesFor('clone')).toMatchObject([
      { args: [{ value: 0x7e02_0000, op: 'SCMP_CMP_MASKED_EQ' }] },
    ])
    expect(rulesFor('clone3')).toMatchObject([{ action: 'SCMP_ACT_ERRNO', errnoRet: 38 }])
  })

  it('names each call once', () => {
    const [plain] = profile.syscalls
    expect(plain?.names).toHaveLength(new Set(plain?.names).size)
    expect(plain?.names.every((name) => /^[a-z0-9_]+$/.test(name))).toBe(true)
  })
})

function rulesFor(name: string) {
  return profile.syscalls.filter(({ names }) => names.includes(name))
}
