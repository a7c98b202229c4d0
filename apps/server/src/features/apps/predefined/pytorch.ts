import { defineApp } from './define-app.ts'

export const pytorch = defineApp('pytorch', '1', {
  name: 'PyTorch notebook',
  summary: 'JupyterLab with PyTorch 2.8 and CUDA 12.8, ready for training.',
  description: `JupyterLab beside PyTorch, with CUDA and cuDNN. The first start installs JupyterLab from PyPI.

Notebooks are in the home folder. Open the page from here: it is signed in already.`,
  category: 'ai',
  needs: { kind: 'gpu', vram_mib_min: 8_192, memory_mib_min: 8_192 },
  recommended_disk_gb: 40,
  container: {
    image_path_with_tag: 'docker.io/pytorch/pytorch:2.8.0-cuda12.8-cudnn9-runtime',
    launch_mode: 'jupyter',
    docker_options: '--shm-size 4g',
  },
})
