import { defineApp } from './define-app.ts'

/** Source: the image’s own documentation (YanWenKun/ComfyUI-Docker): it listens on port 8188. */
export const comfyUi = defineApp('comfyui', '1', {
  name: 'ComfyUI',
  summary: 'Make pictures and videos with diffusion models, as a graph of steps.',
  description: `ComfyUI runs Stable Diffusion and other diffusion models as a graph that you edit in the browser.

ComfyUI comes with its manager and many custom nodes. Add checkpoints in the manager, or put them into
\`/root/ComfyUI/models\`. It has no login of its own: only you can open its address.`,
  category: 'graphics',
  needs: { kind: 'gpu', vram_mib_min: 8_192, memory_mib_min: 8_192 },
  recommended_disk_gb: 60,
  container: {
    image_path_with_tag: 'docker.io/yanwk/comfyui-boot:cu128-megapak-pt29-20260221',
    launch_mode: 'entrypoint',
    readiness: { kind: 'http', port: 8188, path: '/', timeout_s: 1_800 },
  },
  ports: [{ port: 8188, name: 'ComfyUI' }],
  links: [{ title: 'ComfyUI', port: 8188, path: '/' }],
})
