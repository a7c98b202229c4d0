import { withDeadline } from '@gridloom/async/deadline'
import type { ImageRecipe } from '@gridloom/contract/apps/recipe'
import { isImageOf } from '@gridloom/domain/apps/recipe-image'
import type { BuildImage } from '../../images/wanted-image.ts'
import { RuntimeFailure } from '../../runtime/failure.ts'
import type { InstanceContext } from '../context.ts'
import { buildContainer, buildLabel, buildName, buildSize, isBuildName } from './build-container.ts'
import { buildImage } from './build-image.ts'
import type { Builds, WantedBuild } from './builds.ts'
import { type PackageSources, publicSources } from './package-sources.ts'

/** Compilers on a busy machine take a quarter of an hour. */
const buildLimitMs = 30 * 60_000
const removeLimitMs = 60_000

export type BuildsContext = Pick<
  InstanceContext,
  | 'runtime'
  | 'clock'
  | 'log'
  | 'random'
  | 'owner'
  | 'ensureImage'
  | 'nameServers'
  | 'views'
  | 'pidsMax'
  | 'takeNetwork'
  | 'requireIsolation'
> & { sources?: PackageSources | undefined; limitMs?: number | undefined }

export function createBuilds(context: BuildsContext): Builds {
  const { runtime, owner } = context
  const { sources = publicSources, limitMs = buildLimitMs } = context
  const underWay = new Set<string>()
  const cleared = Promise.withResolvers<void>()

  async function build(
    spec: WantedBuild,
    recipe: ImageRecipe,
    [onProgress, signal]: Parameters<BuildImage>,
  ): Promise<void> {
    const { image } = spec
    await cleared.promise
    await context.ensureImage({ image: recipe.base }, onProgress, signal)
    if (spec.isolation === 'required') await context.requireIsolation(signal)
    await using container = await startContainer(context, { spec, recipe, underWay, signal })
    // One that is there was left by an agent that was killed, or is another agent's and then used by its containers.
    await runtime.removeImage(image, signal)
    const { name } = container
    const size = buildSize(spec)
    const work = { image, recipe, container: name, size, sources, limitMs }
    await buildImage(context, work, { onProgress, signal })
  }

  return {
    of: (spec) => {
      const { image, recipe } = spec
      if (recipe === null) return undefined
      if (!isImageOf(image, recipe)) {
        const text = `${image} is not the image of the recipe that came with it.`
        throw new RuntimeFailure('build_failed', text)
      }
      return (...call) => build(spec, recipe, call)
    },
    isBuilding: (container) => underWay.has(container),
    begin: async (signal) => {
      try {
        const found = await runtime.listContainers(`${buildLabel}=${owner}`, signal)
        for (const { name } of found)
          if (isBuildName(name)) await runtime.removeContainer(name, signal)
      } finally {
        cleared.resolve()
      }
    },
  }
}

/** Starts the container of a build. It is removed with its network when disposed of, whatever became of it. */
async function startContainer(
  context: BuildsContext,
  starting: {
    spec: WantedBuild
    recipe: ImageRecipe
    underWay: Set<string>
    signal: AbortSignal
  },
): Promise<AsyncDisposable & { name: string }> {
  const { runtime, clock, owner, random, log } = context
  const { spec, recipe, underWay, signal } = starting
  const name = buildName(owner, random.uuid())
  underWay.add(name)
  const { network, isMade } = await context.takeNetwork()
  const remove = async () => {
    try {
      await withDeadline(clock, { ms: removeLimitMs }, async (limited) => {
        await runtime.removeContainer(name, limited)
        await runtime.removeNetwork(network.name, limited)
      })
    } catch (cause) {
      // @NOTE the next start of the agent retries
      log.warn({ event: 'build.removal_failed', err: cause }, 'a build could not be removed')
    }
    underWay.delete(name)
  }
  try {
    const [dns, views, pidsMax] = await Promise.all([
      context.nameServers(),
      context.views(),
      context.pidsMax(spec.vcpus),
    ])
    if (!isMade) await runtime.createNetwork(network, signal)
    const size = buildSize(spec)
    const place = { name, owner, base: recipe.base, network, dns, pidsMax, views, size }
    await runtime.createContainer(buildContainer(place), signal)
    await runtime.startContainer(name, signal)
  } catch (cause) {
    await remove()
    throw cause
  }
  return { name, [Symbol.asyncDispose]: remove }
}
