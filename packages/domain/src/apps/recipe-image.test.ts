import { ImageRecipe } from '@gridloom/contract/apps/recipe'
import { ImageRef } from '@gridloom/contract/core/image-ref'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalRecipe, isImageOf, isRecipeImage, recipeImage } from './recipe-image.ts'

const base = 'gridloom/base:debian' as const
const word = fc.stringMatching(/^[a-z0-9][a-z0-9+.]{1,12}$/)
const packages = fc.uniqueArray(word, { maxLength: 5 })
const versions = packages.map((names) => names.map((name) => `${name.replaceAll('+', 'x')}x==1.0`))
const files = fc.uniqueArray(
  fc.record({
    path: word.map((name) => `/etc/${name}`),
    mode: fc.constantFrom('0644' as const, '0755' as const),
    content: fc.string({ unit: 'grapheme', maxLength: 50 }),
  }),
  { maxLength: 4, selector: ({ path }) => path },
)
const recipes = fc.record({
  base: fc.constant(base),
  apt: packages,
  apt_build: packages,
  pip: fc.uniqueArray(
    versions.chain((all) => fc.constant(all[0] ?? 'x==1')),
    { maxLength: 3 },
  ),
  pip_no_deps: fc.subarray(['data==1.0']),
  npm: fc.subarray(['http-server@14.1.1', 'a@1.0.0']),
  files,
})

describe('the image of a recipe', () => {
  it('survives JSON and any order of members', () => {
    fc.assert(
      fc.property(recipes, (recipe) => {
        const turned = Object.fromEntries(Object.entries(recipe).toReversed())
        const sent = ImageRecipe.parse(JSON.parse(JSON.stringify(turned)))
        expect(recipeImage('app', sent)).toBe(recipeImage('app', recipe))
      }),
    )
  })

  it('differs for recipes that differ anywhere', () => {
    fc.assert(
      fc.property(recipes, recipes, (one, other) => {
        const isSame = canonicalRecipe(one) === canonicalRecipe(other)
        expect(recipeImage('app', one) === recipeImage('app', other)).toBe(isSame)
      }),
    )
  })

  it('is a name that engines accept, and that no registry is asked for', () => {
    fc.assert(
      fc.property(recipes, (recipe) => {
        const image = recipeImage('my-app', recipe)
        expect(ImageRef.safeParse(image).success).toBe(true)
        expect(isRecipeImage(image)).toBe(true)
        expect(isImageOf(image, recipe)).toBe(true)
      }),
    )
  })

  it('is not taken for that of another recipe, tag or repository', () => {
    const recipe = ImageRecipe.parse({ base, apt: ['curl'] })
    const image = recipeImage('app', recipe)
    expect(isImageOf(image, { ...recipe, apt: ['curl', 'less'] })).toBe(false)
    expect(isImageOf(image, { ...recipe, apt_build: ['curl'], apt: [] })).toBe(false)
    for (const other of [
      `${image}0`,
      image.slice(0, -1),
      `x/${image}`,
      image.replace('/app/', '/app/x/'),
    ]) {
      expect(isImageOf(other, recipe)).toBe(false)
    }
  })

  // Machines hold images by these names: another text would build all of them again.
  it('stays the same over releases', () => {
    const recipe = ImageRecipe.parse({ base, apt: ['curl'], files: [] })
    expect(recipeImage('app', recipe)).toMatchInlineSnapshot(
      `"gridloom/app/app:eccdf00cf03adaf16f9981bff2adae4d"`,
    )
  })
})
