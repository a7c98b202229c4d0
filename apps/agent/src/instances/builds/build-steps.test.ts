import { execFileSync } from 'node:child_process'
import { ImageRecipe } from '@gridloom/contract/apps/recipe'
import { expect, it } from 'vitest'
import { cleaningStep, installSteps } from './build-steps.ts'

const base = 'gridloom/base:debian'

it('has the steps that a recipe needs, in their order', () => {
  const parts = (recipe: object) =>
    installSteps(ImageRecipe.parse({ base, ...recipe })).map(({ part }) => part)
  expect(parts({})).toEqual([])
  expect(parts({ apt: ['curl'] })).toEqual(['apt'])
  // Python comes from Debian.
  expect(parts({ pip: ['a==1'] })).toEqual(['apt', 'pip'])
  expect(parts({ pip_no_deps: ['a==1'], npm: ['b@1.0.0'] })).toEqual(['apt', 'pip', 'npm'])
})

it('removes what only the build needed, and the keys of hosts', () => {
  const { script } = cleaningStep(ImageRecipe.parse({ base, apt: ['git'], apt_build: ['gcc'] }))
  expect(script).toMatch(/purge .* -- 'gcc' /)
  expect(script).toContain('/etc/ssh/ssh_host_*')
  expect(cleaningStep(ImageRecipe.parse({ base })).script).not.toContain('purge')
})

it('is shell', () => {
  const recipe = ImageRecipe.parse({
    ...{ base, apt: ['git'], apt_build: ['gcc'], pip: ['a[b,c]==1!2.0+d'], npm: ['@e/f@1.0.0'] },
  })
  for (const { script } of [...installSteps(recipe), cleaningStep(recipe)])
    execFileSync('sh', ['-n'], { input: script })
})
