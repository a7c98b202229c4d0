import { expect, it } from 'vitest'
import { createBuildProgress } from './build-progress.ts'

// Lines of apt 2.6.1, pip 23.0.1 and npm 11.
it.each([
  ['apt', 'dlstatus:3:2.5:Retrieving file 3 of 120 (5s remaining)', 'downloading 3 of 120', 1.3],
  ['apt', 'pmstatus:libpq5:40.1234:Unpacking libpq5 (amd64)', 'libpq5', 70.1],
  ['apt', 'pmstatus:libc6:amd64:100:Installed libc6:amd64', 'libc6', 100],
  ['pip', 'Collecting jupyterlab==4.6.6', 'resolving jupyterlab==4.6.6', null],
  [
    'pip',
    '  Downloading numpy-2.0.0-cp311.whl (18.0 MB)',
    'downloading numpy-2.0.0-cp311.whl',
    null,
  ],
  ['pip', '  Building wheel for pyzmq (pyproject.toml): started', 'compiling pyzmq', null],
  ['pip', 'Installing collected packages: a, b', 'installing', null],
  [
    'npm',
    'npm http fetch GET 200 https://r.example/ws/-/ws-8.0.0.tgz 33ms (cache miss)',
    '1 downloaded',
    null,
  ],
  ['npm', '> code-server@4.139.1 postinstall', 'install script of code-server@4.139.1', null],
] as const)('%s: %s', (part, line, detail, percent) => {
  const names = { apt: 'packages of Debian', pip: 'packages of PyPI', npm: 'packages of npm' }
  const text = `Building app: ${names[part]}, ${detail}`
  expect(createBuildProgress('app').take(part, line)).toMatchObject({ text, percent })
})

it('counts what npm downloaded, and not what it only asked for', () => {
  const progress = createBuildProgress('app')
  progress.take('npm', 'npm http fetch GET 200 https://r.example/ws/-/ws-8.0.0.tgz 33ms')
  expect(progress.take('npm', 'npm http fetch GET 200 https://r.example/ws 33ms')).toBeUndefined()
  const second = progress.take(
    'npm',
    'npm http fetch GET 200 https://r.example/qs/-/qs-6.0.0.tgz 3ms',
  )
  expect(second?.text).toMatch(/2 downloaded$/)
})

it.each(['dlstatus:', 'pmstatus:a:b', 'Setting up libc6', ''])(
  'passes over the line %j',
  (line) => {
    for (const part of ['apt', 'pip', 'npm', 'files', 'cleaning'] as const)
      expect(createBuildProgress('app').take(part, line)).toBeUndefined()
  },
)
