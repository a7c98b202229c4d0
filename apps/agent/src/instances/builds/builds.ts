import type { InstanceSpec } from '@gridloom/contract/agent/protocol'
import type { BuildImage } from '../../images/wanted-image.ts'

/** What needs an image, and the resources that its build gets. */
export type WantedBuild = Pick<
  InstanceSpec,
  'image' | 'recipe' | 'isolation' | 'vcpus' | 'memory_mib' | 'disk_gb'
>

/** Builds images by recipes, each in a container of its own that nothing else has. */
export interface Builds {
  /**
   * Returns what builds an image; `undefined` where it has no recipe.
   * @throws RuntimeFailure `build_failed` where the image has not the name of its recipe
   */
  of(wanted: WantedBuild): BuildImage | undefined
  /** Whether a container is one of a build that is under way. */
  isBuilding(container: string): boolean
  /** Removes the containers of builds that an earlier agent left. None begins before. */
  begin(signal: AbortSignal): Promise<void>
}
