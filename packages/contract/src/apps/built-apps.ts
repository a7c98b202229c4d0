import type { AppContainer } from './app-container.ts'
import { blenderDesktop } from './shelf/blender-desktop.ts'
import { codeEditor } from './shelf/code-editor.ts'
import { jupyterlab } from './shelf/jupyterlab.ts'
import { llamaChat } from './shelf/llama-chat.ts'
import { postgresql } from './shelf/postgresql.ts'
import { ray } from './shelf/ray.ts'
import { staticSite } from './shelf/static-site.ts'

/** The apps whose images machines build themselves, so that they need no registry of images. */
export const builtApps: readonly AppContainer[] = [
  jupyterlab,
  codeEditor,
  postgresql,
  staticSite,
  ray,
  blenderDesktop,
  llamaChat,
]
