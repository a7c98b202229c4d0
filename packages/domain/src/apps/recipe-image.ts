import type { AppName } from '@gridloom/contract/apps/app-container'
import type { ImageRecipe } from '@gridloom/contract/apps/recipe'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** Images that machines build from recipes; no registry is ever asked for them. */
const repository = 'gridloom/app'

/**
 * 128 bits of the digest: nobody can make a recipe whose image is taken for another one's. Twelve digits, as Docker
 * shows of ids, could be searched in hours.
 */
const digestDigits = 32

/**
 * Returns the name of the image that a recipe makes. Equal recipes have equal names, so that a machine builds each once;
 * a machine computes the name itself and refuses another.
 */
export function recipeImage(name: AppName, recipe: ImageRecipe): string {
  return `${repository}/${name}:${recipeDigest(recipe).slice(0, digestDigits)}`
}

/** Whether an image is one that recipes make, whatever its recipe. */
export function isRecipeImage(image: string): boolean {
  return image.startsWith(`${repository}/`)
}

/** Whether an image has the name that this recipe gives it. */
export function isImageOf(image: string, recipe: ImageRecipe): boolean {
  const [, name] = /^gridloom\/app\/([a-z0-9-]{1,40}):/.exec(image) ?? []
  return name !== undefined && image === recipeImage(name, recipe)
}

/** The SHA-256 of a recipe's canonical text, in lower-case hexadecimal. */
export function recipeDigest(recipe: ImageRecipe): string {
  return bytesToHex(sha256(utf8ToBytes(canonicalRecipe(recipe))))
}

/**
 * The one text of a recipe: JSON without spaces, with its members in this order. The order of packages and files counts,
 * as it may change what is installed.
 */
export function canonicalRecipe({
  base,
  apt,
  apt_build,
  pip,
  pip_no_deps,
  npm,
  files,
}: ImageRecipe): string {
  return JSON.stringify({
    format: 1,
    base,
    apt,
    apt_build,
    pip,
    pip_no_deps,
    npm,
    files: files.map(({ path, mode, content }) => ({ path, mode, content })),
  })
}
