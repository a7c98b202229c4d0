import { blenderDesktop } from './blender-desktop.ts'
import { codeEditor } from './code-editor.ts'
import { codeServer } from './code-server.ts'
import { comfyUi } from './comfyui.ts'
import { invokeAi } from './invokeai.ts'
import { jupyterlab } from './jupyterlab.ts'
import { llamaChat } from './llama-chat.ts'
import { minecraft } from './minecraft.ts'
import { ollama } from './ollama.ts'
import { openWebUi } from './open-webui.ts'
import { postgres } from './postgres.ts'
import { postgresql } from './postgresql.ts'
import type { PredefinedApp } from './predefined-app.ts'
import { pytorch } from './pytorch.ts'
import { ray } from './ray.ts'
import { staticSite } from './static-site.ts'
import { vllm } from './vllm.ts'
import { webPage } from './web-page.ts'

/** The apps that every installation has, in their default order. Their names never change. */
export const predefinedApps: readonly PredefinedApp[] = [
  jupyterlab,
  openWebUi,
  comfyUi,
  codeEditor,
  llamaChat,
  blenderDesktop,
  pytorch,
  vllm,
  ollama,
  invokeAi,
  postgresql,
  staticSite,
  webPage,
  ray,
  codeServer,
  postgres,
  minecraft,
]
