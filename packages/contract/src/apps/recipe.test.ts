import { describe, expect, it } from 'vitest'
import {
  AptPackage,
  ImageRecipe,
  NpmPackage,
  PipPackage,
  RecipeFile,
  recipeLimits,
} from './recipe.ts'

describe('a Debian package', () => {
  it.each(['postgresql', 'g++', 'libstdc++6', 'python3.11-venv', '0ad'])(
    '%s is accepted',
    (name) => {
      expect(AptPackage.safeParse(name).success).toBe(true)
    },
  )

  it.each([
    ['an option', '-o=Dir::Etc=/x'],
    ['a removal', 'bash-'],
    ['a version', 'bash=5.2'],
    ['another suite', 'bash/sid'],
    ['a file', './own.deb'],
    ['a task', 'web-server^'],
    ['a pattern', 'python*'],
    ['a shell', 'bash;reboot'],
    ['a line', 'bash\nreboot'],
    ['an upper-case name', 'Bash'],
    ['nothing', ''],
  ])('%s is refused', (_, name) => {
    expect(AptPackage.safeParse(name).success).toBe(false)
  })
})

describe('a package of PyPI', () => {
  it.each(['jupyterlab==4.6.6', 'ray[default]==2.60.0', 'torch==2.9.0+cpu', 'a==1!2.0rc1'])(
    '%s is accepted',
    (name) => {
      expect(PipPackage.safeParse(name).success).toBe(true)
    },
  )

  it.each([
    ['no version', 'jupyterlab'],
    ['any version', 'jupyterlab==4.*'],
    ['a range', 'jupyterlab>=4'],
    ['an address', 'x @ https://example.com/x.whl'],
    ['an option', '--index-url==1'],
    ['a marker', 'x==1; python_version>"3"'],
    ['a requirement file', '-r==1'],
    ['a folder', './x==1'],
    ['a shell', 'x==1$(reboot)'],
    ['a line', 'x==1\n-e.'],
  ])('%s is refused', (_, name) => {
    expect(PipPackage.safeParse(name).success).toBe(false)
  })
})

describe('a package of npm', () => {
  it.each(['code-server@4.139.1', '@scope/name@1.0.0-rc.1'])('%s is accepted', (name) => {
    expect(NpmPackage.safeParse(name).success).toBe(true)
  })

  it.each([
    ['no version', 'code-server'],
    ['a tag', 'code-server@latest'],
    ['a range', 'code-server@^4.0.0'],
    ['a repository', 'github:owner/name@1.0.0'],
    ['an address', 'https://example.com/x.tgz'],
    ['an alias', 'a@npm:b@1.0.0'],
    ['an option', '--registry@1.0.0'],
    ['a parent folder', '../x@1.0.0'],
  ])('%s is refused', (_, name) => {
    expect(NpmPackage.safeParse(name).success).toBe(false)
  })
})

describe('a file', () => {
  it.each([
    ['relative', 'etc/x'],
    ['beyond the root', '/etc/../../x'],
    ['with an empty part', '/etc//x'],
    ['a folder', '/etc/'],
    ['of the kernel', '/proc/sys/kernel/core_pattern'],
    ['forgotten', '/tmp/x'],
    ['ours', '/.gridloom-start'],
    ['with a line break', '/etc/x\ny'],
  ])('%s is refused', (_, path) => {
    expect(RecipeFile.safeParse({ path, mode: '0644', content: '' }).success).toBe(false)
  })

  it('is bounded in bytes, not characters, and is never set-user-id', () => {
    const half = '€'.repeat(recipeLimits.fileBytes / 2)
    expect(RecipeFile.safeParse({ path: '/etc/x', mode: '0644', content: half }).success).toBe(
      false,
    )
    expect(RecipeFile.safeParse({ path: '/etc/x', mode: '4755', content: '' }).success).toBe(false)
  })
})

describe('a recipe', () => {
  const base = 'gridloom/base:debian'

  it('needs nothing but a base', () => {
    expect(ImageRecipe.parse({ base })).toEqual({
      ...{ base, apt: [], apt_build: [], pip: [], pip_no_deps: [], npm: [], files: [] },
    })
  })

  it.each([
    ['a foreign base', { base: 'debian:12' }],
    ['commands', { base, run: 'reboot' }],
    ['a package twice', { base, apt: ['curl', 'curl'] }],
    ['too many packages', { base, apt: Array.from({ length: 65 }, (_, at) => `p${at}`) }],
    ['a path twice', { base, files: [aFile('/etc/x'), aFile('/etc/x')] }],
    ['too much text', { base, files: [1, 2, 3, 4, 5].map((at) => aFile(`/etc/${at}`, 64 * 1024)) }],
  ])('with %s is refused', (_, recipe) => {
    expect(ImageRecipe.safeParse(recipe).success).toBe(false)
  })
})

function aFile(path: string, bytes = 1): RecipeFile {
  return { path, mode: '0644', content: 'x'.repeat(bytes) }
}
