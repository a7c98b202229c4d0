import { existsSync } from 'node:fs'
import { lstat, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { takenOverBlender } from './hostile-blender.ts'
import { expectNoWayOut, type Probed, probeProgram } from './sandbox-probe.ts'

const canRun = existsSync('/usr/bin/bwrap')

describe.runIf(canRun)('a scene that takes over Blender', () => {
  it('cannot escape: system calls refused, no privileges, bounded processes and files', async () => {
    await using blender = await takenOverBlender(
      `exec perl -e '${probeProgram().replaceAll("'", `'"'"'`)}'`,
    )
    await using scene = await blender.open()
    const probed: Probed = JSON.parse(await blender.render(scene))
    expectNoWayOut(probed)
    expect(probed.largest).toBe(limitedTo)
  })

  it('does not run as root outside the sandbox', async () => {
    await using blender = await takenOverBlender('echo picture')
    await using _ = await blender.open()
    const outside = await statusesOf(path.join(blender.root, 'engine/blender'))
    const inside = outside.filter((status) => /^Name:\tblender$/m.test(status))
    expect(inside.length).toBeGreaterThan(0)
    for (const status of inside) expect(status).not.toMatch(/^[UG]id:.*\t0\b/m)
  })

  it('cannot read files of the machine or the agent', async () => {
    const sought = '/etc/passwd /etc/shadow /proc/1/environ "$(dirname "$0")/../key"'
    await using blender = await takenOverBlender(`
      for at in ${sought}; do cat "$at"; done
      for at in /in /scene /usr ""; do touch "$at/x" && echo "wrote $at"; done
      ls /root /home /var /run /; ls "$(dirname "$0")/.."`)
    await writeFile(path.join(blender.root, 'key'), 'secret', { mode: 0o644 })
    await using scene = await blender.open()
    const found = (await blender.render(scene)).split('\n').filter(Boolean)
    const system = ['bin', 'dev', 'etc', 'lib', 'lib32', 'lib64', 'nix', 'opt', 'proc', 'run']
    const seen = [
      ...system,
      'sbin',
      'sys',
      'tmp',
      'usr',
      '/run:',
      '/:',
      'in',
      'out',
      'scene',
      'engine',
    ]
    expect(found.filter((line) => !seen.includes(line))).toEqual([])
    expect(found).toContain('engine')
  })

  it('cannot make the agent write through its symlinks', async () => {
    const folders = '/out /in /inputs /scene /tmp /'
    const names = 'range_0.exr range_1.exr merged f_1 m0.exr picture'
    await using blender = await takenOverBlender(`
      for at in ${folders}; do for name in ${names}; do
        rm -f "$at/$name"; ln -s "$(dirname "$0")/../victim" "$at/$name"; echo changed >"$at/$name"
      done; done; echo harmless`)
    const victim = path.join(blender.root, 'victim')
    const inputs = ['0', '1'].map((name) => path.join(blender.root, `range_${name}.exr`))
    for (const file of [victim, ...inputs]) await writeFile(file, 'untouched', { mode: 0o600 })
    await using scene = await blender.open()
    expect(await blender.render(scene)).toBe('harmless\n')
    expect(await blender.merge(inputs)).toBe('harmless\n')
    for (const file of [victim, ...inputs]) expect(await readFile(file, 'utf8')).toBe('untouched')
    expect((await stat(victim)).mode & 0o777).toBe(0o600)
    expect((await lstat(blender.outFile)).isFile()).toBe(true)
    expect(await readdir(blender.out)).toEqual(['picture'])
  })

  it('does not survive into merges: each merge runs in a new Blender', async () => {
    await using blender = await takenOverBlender(
      '[ -s /tmp/me ] || cat /proc/sys/kernel/random/uuid >/tmp/me; cat /tmp/me',
    )
    const input = path.join(blender.root, 'range.exr')
    await writeFile(input, '')
    await using scene = await blender.open()
    const rendered = [await blender.render(scene), await blender.render(scene)]
    const merged = [await blender.merge([input]), await blender.merge([input])]
    expect(rendered[0]).toBe(rendered[1])
    expect(new Set([...rendered, ...merged]).size).toBe(3)
  })

  it('is ended when it exceeds the memory limit', async () => {
    await using blender = await takenOverBlender(
      `exec perl -e 'my @all; push @all, "x" x 5e7 while 1'`,
    )
    await using scene = await blender.open()
    await expect(blender.render(scene)).rejects.toThrow('out_of_memory')
    expect(scene.isAlive()).toBe(false)
  })

  it('cannot write more than the machine allows, even to unlinked files', async () => {
    await using blender = await takenOverBlender(`exec perl -e '
      my $sum = 0; my @open; $SIG{XFSZ} = "IGNORE";
      FILE: for my $at (map { "/out/$_" } 1 .. 1000) {
        open($open[@open], ">", $at) or last; unlink $at;
        for (1 .. 30) { my $put = syswrite($open[-1], "x" x 32768); last FILE unless $put; $sum += $put }
      }
      print $sum'`)
    await using scene = await blender.open()
    expect(Number(await blender.render(scene))).toBeLessThan(4 * limitedTo)
  })
})

/** One byte more than a picture may have, so that a truncated one is detected. */
const limitedTo = 1e6 + 1

/** `/proc/PID/status` of the processes whose command line names a file. */
async function statusesOf(file: string): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  // @NOTE processes end while they are listed
  const read = (pid: string, name: string) =>
    readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '')
  const words = await Promise.all(pids.map((pid) => read(pid, 'cmdline')))
  return Promise.all(
    pids.filter((_, place) => words[place]?.includes(file)).map((pid) => read(pid, 'status')),
  )
}
