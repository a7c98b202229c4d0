import { expect, it } from 'vitest'
import { stepFailure } from './build-failure.ts'

// Output of apt 2.6.1, pip 23.0.1 and npm 11.
it.each([
  [
    'an unknown package of Debian',
    'apt',
    ['Reading package lists...', 'E: Unable to locate package nope'],
    'build_failed',
    /Unable to locate package nope/,
  ],
  [
    'an unknown version of PyPI',
    'pip',
    [
      'ERROR: Could not find a version that satisfies the requirement a==9 (from versions: 1.0)',
      'ERROR: No matching distribution found for a==9',
    ],
    'build_failed',
    /requirement a==9/,
  ],
  [
    'an unknown package of npm',
    'npm',
    [
      'npm error code E404',
      'npm error 404 Not Found - GET https://r.example/nope',
      'npm error A complete log of this run',
    ],
    'build_failed',
    /404 Not Found/,
  ],
  [
    'an install script of Debian',
    'apt',
    [
      'Setting up dbus (1.14.10) ...',
      'pmerror:dbus:40.1:installed dbus package post-installation script subprocess returned error exit status 1',
      'E: Sub-process /usr/bin/dpkg returned an error code (1)',
    ],
    'build_failed',
    /built: installed dbus package post-installation script/,
  ],
  [
    'a compiler',
    'pip',
    ['  cc: error: x.c', 'ERROR: Failed building wheel for x'],
    'build_failed',
    /Failed building wheel for x/,
  ],
  [
    'a full disk',
    'apt',
    [
      'dpkg: error: write: No space left on device',
      'E: Sub-process /usr/bin/dpkg returned an error code (1)',
    ],
    'disk_full',
    /disk of 8 GB/,
  ],
  [
    'a mirror without an address',
    'apt',
    [
      "W: Failed to fetch http://x  Temporary failure resolving 'x'",
      'E: Some index files failed to download.',
    ],
    'registry_unreachable',
    /mirror of Debian/,
  ],
  [
    'an index that does not answer',
    'pip',
    [
      'WARNING: Retrying after connection broken by NewConnectionError: Failed to establish a new connection',
      'ERROR: No matching distribution found for a==1',
    ],
    'registry_unreachable',
    /index of PyPI/,
  ],
  [
    'a certificate',
    'npm',
    ['npm error code SELF_SIGNED_CERT_IN_CHAIN'],
    'build_failed',
    /--build-ca/,
  ],
] as const)('%s is named', (_, part, lines, code, text) => {
  expect(failureOf(part, lines, 1)).toMatchObject({ code, message: expect.stringMatching(text) })
})

it('is tried again only where a network may come back', () => {
  expect(failureOf('apt', ['Could not connect to x'], 100).retry).toBe('later')
  expect(failureOf('apt', ['E: Unable to locate package nope'], 100).retry).toBe('never')
})

it('names the memory where the kernel ended the build', () => {
  expect(failureOf('npm', ['Killed'], 137).message).toContain('1024 MiB')
})

it('fits into a report, whatever a tool prints', () => {
  const long = failureOf('pip', [`ERROR: ${'x'.repeat(5_000)}`], 1)
  expect(long.message.length).toBeLessThanOrEqual(500)
  expect(failureOf('pip', [], null).message).toContain('no output')
})

function failureOf(part: 'apt' | 'pip' | 'npm', lines: readonly string[], exitCode: number | null) {
  return stepFailure({
    image: 'gridloom/app/x:1',
    part,
    lines,
    exitCode,
    memoryMib: 1_024,
    diskGb: 8,
  })
}
