import type { Feature } from '../../platform/feature.ts'
import { createFilesServices, type FilesAdapters } from './create-files-services.ts'
import type { FilesCtx } from './ctx.ts'
import { fileRoutes } from './routes.ts'

/** The files of instances: folders, uploads, downloads. */
export const filesFeature: Feature<FilesCtx, FilesAdapters> = {
  name: 'files',
  services: createFilesServices,
  routes: (routes) => fileRoutes(routes),
}
