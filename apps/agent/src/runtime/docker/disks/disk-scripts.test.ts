import { execFile } from 'node:child_process'
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { makeDisk, removeDisk, scriptCall } from './disk-scripts.ts'

const run = promisify(execFile)

// Its programs are those of Linux.
it.runIf(process.platform === 'linux')(
  'wait for each other, so that the script of a killed agent and the next one make one disk',
  async () => {
    await using site = await setup()
    await Promise.all([site.run(makeDisk), site.run(makeDisk)])
    expect(await site.log()).toEqual(['formats', 'formatted', 'mounted'])
    expect(await readdir(site.files)).toEqual(['one.ext4'])
    const made = site.run(makeDisk, 'other')
    await site.logs('formats')
    await Promise.all([made, site.run(removeDisk, 'other')])
    expect((await site.log()).slice(3)).toEqual(['formats', 'formatted', 'mounted', 'unmounted'])
    expect(await readdir(site.files)).toEqual(['one.ext4'])
  },
)

/** Programs that write to a log what they are asked; what is mounted is a list of paths. */
async function setup() {
  const folder = await mkdtemp(join(tmpdir(), 'gridloom-scripts-'))
  const files = join(folder, 'files')
  const log = join(folder, 'log')
  const mounts = join(folder, 'mounts')
  await Promise.all([writeFile(log, ''), writeFile(mounts, '')])
  const programs = {
    fallocate: 'for file; do :; done; echo space > "$file"',
    'mkfs.ext4': `echo formats >> ${log}; sleep 0.2; echo formatted >> ${log}`,
    mount: `for at; do :; done; echo "$at" >> ${mounts}; echo mounted >> ${log}`,
    umount: `for at; do :; done; grep -vx "$at" ${mounts} > ${mounts}.n; mv ${mounts}.n ${mounts}; echo unmounted >> ${log}`,
    mountpoint: `for at; do :; done; grep -qx "$at" ${mounts}`,
    findmnt: 'echo /dev/none',
  }
  for (const [name, text] of Object.entries(programs)) {
    await writeFile(join(folder, name), `#!/bin/sh\n${text}\n`)
    await chmod(join(folder, name), 0o755)
  }
  const lines = async () => (await readFile(log, 'utf8')).split('\n').filter((line) => line !== '')
  return {
    files,
    log: lines,
    async logs(line: string) {
      const before = (await lines()).length
      await expect.poll(async () => (await lines()).slice(before)).toContain(line)
    },
    async run(script: string, name = 'one') {
      const words = [join(files, `${name}.ext4`), join(folder, 'mnt', name), '1']
      // The device of the stand-in has no queue to change.
      const text = script.replace(/"\/sys\/block.*"/, '/dev/null')
      const [program = '', ...rest] = scriptCall(text, words)
      await run(program, rest, { env: { PATH: `${folder}:/usr/sbin:/usr/bin:/sbin:/bin` } })
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}
