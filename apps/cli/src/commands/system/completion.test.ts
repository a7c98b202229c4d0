import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { Refusal } from '../../../test/fake-server.ts'
import { aWorld, type World } from '../../../test/run-words.ts'
import { aMachine, anInstance, idEndingIn } from '../../../test/samples.ts'
import { shellScripts } from '../../completion/shell-scripts.ts'

describe('complete', () => {
  it('lists commands, subcommands and options that begin with the word', async () => {
    await using world = await aWorld()
    expect(await values(world, 're')).toEqual([
      'register',
      'reviews',
      'rent',
      'render',
      'renders',
      'rename',
      'restart',
      'reservations',
      'rewards',
      'receipt',
      'review',
    ])
    expect(await values(world, 'machines', 're')).toEqual(['rename', 'reservations', 'remove'])
    expect(await values(world, 'rent', '--te')).toEqual(['--template'])
    expect(await values(world, 'offers', '--js')).toEqual(['--json'])
    expect(await values(world, 'comp')).toEqual(['company', 'completion'])
  })

  it('describes each candidate after a tab', async () => {
    await using world = await aWorld()
    const { stdout } = await world.run('complete', '--', 'balan')
    expect(stdout).toMatch(/^balance\t\w.+\n$/)
  })

  it('lists the choices of an argument or an option', async () => {
    await using world = await aWorld()
    expect(await values(world, 'completion', '')).toEqual(['bash', 'zsh', 'fish'])
    expect(await values(world, 'offers', '--sort', 'pr')).toContain('price')
    expect(await values(world, 'offers', '--sort', '=', 'pr')).toContain('price')
  })

  it('lists labels and names of the account, and IDs of what has none that is one word', async () => {
    const other = { id: idEndingIn('ins', 'dddd4444'), label: 'two words' }
    await using world = await aWorld({
      answers: {
        'instances.list': () => [anInstance(), anInstance(other)],
        'machines.list': () => [aMachine()],
      },
    })
    expect(await values(world, 'shell', '')).toEqual(['trial', 'dddd4444'])
    expect(await values(world, 'shell', 'ddd')).toEqual(['dddd4444'])
    expect(await values(world, 'serve', '--machine', '')).toEqual([aMachine().name])
    expect(await values(world, '--json', 'destroy', 'tr')).toEqual(['trial'])
  })

  it('is silent where names cannot be read, for files, and for words of another program', async () => {
    await using world = await aWorld({
      answers: { 'instances.list': () => new Refusal('unauthorized') },
    })
    const nothing = { code: 0, stdout: '', stderr: '' }
    expect(await world.run('complete', '--', 'shell', '')).toEqual(nothing)
    expect(await world.run('complete', '--', 'render', 'sce')).toEqual(nothing)
    expect(await world.run('complete', '--', 'exec', 'trial', '--', 'l')).toEqual(nothing)
  })
})

describe('completion', () => {
  it.each(['bash', 'zsh', 'fish'] as const)('prints the script of %s', async (shell) => {
    await using world = await aWorld()
    const { stdout, code } = await world.run('completion', shell)
    expect({ stdout, code }).toEqual({ stdout: `${shellScripts[shell]}\n`, code: 0 })
  })

  it('hands bash the words up to the cursor, and takes the candidates without descriptions', async () => {
    await using world = await aWorld()
    const { stdout: script } = await world.run('completion', 'bash')
    const session = `${script}
gridloom() { printf 'trial\\trunning\\n%s\\t\\n' "$#:$4"; }
COMP_WORDS=(gridloom shell tr later) COMP_CWORD=2
_gridloom gridloom
printf '%s\\n' "\${COMPREPLY[@]}"`
    const { stdout } = await promisify(execFile)('bash', ['-c', session])
    expect(stdout).toBe('trial\n4:tr\n')
  })
})

async function values(world: World, ...words: string[]): Promise<string[]> {
  const { stdout, stderr, code } = await world.run('complete', '--', ...words)
  expect({ stderr, code }).toEqual({ stderr: '', code: 0 })
  return stdout.split('\n').flatMap((line) => (line === '' ? [] : [line.split('\t')[0] ?? '']))
}
