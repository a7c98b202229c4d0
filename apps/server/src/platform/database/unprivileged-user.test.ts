import { chmod, mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { silentLog } from '../log.ts'
import { letThrough, pickUser } from './unprivileged-user.ts'

const root = 'root:x:0:0:root:/root:/bin/bash'
const nobody = 'nobody:x:65534:65533:nobody:/nonexistent:/usr/sbin/nologin'
const postgres = 'postgres:x:101:102:PostgreSQL:/var/lib/postgresql:/bin/bash'

it('prefers the postgres user over nobody, in any order', () => {
  expect(pickUser([root, nobody, postgres].join('\n'))).toEqual({ uid: 101, gid: 102 })
  expect(pickUser([root, nobody, ''].join('\n'))).toEqual({ uid: 65_534, gid: 65_533 })
})

it('never picks another user, nor one whose name only starts with the same text', () => {
  for (const passwd of [root, '', `${root}\npostgresql:x:7:7::/:/bin/sh`])
    expect(() => pickUser(passwd)).toThrow('none of the users postgres, nobody exists')
})

it('makes closed folders on the path passable, but not listable, for everyone', async () => {
  await using folder = await setup()
  const log = silentLog()
  const opened: unknown[] = []
  log.info = (fields: unknown) => opened.push(fields)
  await letThrough([folder.inner, folder.inner], log)
  expect(await folder.modes()).toEqual(['711', '755', '711'])
  expect(opened).toMatchObject([{ folder: folder.outer }, { folder: folder.inner }])
  await letThrough([folder.inner], log)
  expect(opened).toHaveLength(2)
})

/** A closed folder, an open one in it, and a closed one in that. */
async function setup() {
  const outer = await mkdtemp(path.join(tmpdir(), 'gridloom-pass-'))
  const middle = path.join(outer, 'middle')
  const inner = path.join(middle, 'inner')
  await mkdir(inner, { recursive: true })
  await chmod(outer, 0o700)
  await chmod(middle, 0o755)
  await chmod(inner, 0o700)
  return {
    outer,
    inner,
    modes: () =>
      Promise.all(
        [outer, middle, inner].map(async (one) => ((await stat(one)).mode & 0o777).toString(8)),
      ),
    [Symbol.asyncDispose]: () => rm(outer, { recursive: true }),
  }
}
