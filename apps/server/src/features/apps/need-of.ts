import type { AppDefinition } from '@gridloom/contract/apps/app'
import type { AppName } from '@gridloom/contract/apps/app-container'
import { recipeImage } from '@gridloom/domain/apps/recipe-image'
import type { AppNeed } from '../market/index.ts'

/** The image that an app runs: that of its recipe, or the one that is pulled. */
export function imageOf(slug: AppName, { recipe, container }: AppDefinition): string {
  return recipe === null ? container.image_path_with_tag : recipeImage(slug, recipe)
}

/** The size of an order of an app. */
export interface AppSize {
  slots: number
  diskGb: number
}

/** Returns the size that an app is ordered with by default. */
export function sizeOf({ needs, recommended_disk_gb }: AppDefinition): AppSize {
  return {
    slots: needs.slots_min ?? 1,
    diskGb: Math.max(recommended_disk_gb, Math.ceil(needs.disk_gb_min ?? 0)),
  }
}

/** Returns what an offer must have for an app in this size. */
export function needOf(
  { slug, definition }: { slug: AppName; definition: AppDefinition },
  { slots, diskGb }: AppSize = sizeOf(definition),
): AppNeed {
  return {
    filters: {
      ...definition.needs,
      slots_min: slots,
      disk_gb_min: diskGb,
      isolation: 'isolated',
    },
    image: imageOf(slug, definition),
    isBuilt: definition.recipe !== null,
  }
}
