import {
  type Template,
  TemplateContent,
  TemplateVersion,
} from '@gridloom/contract/templates/template'
import { aTemplate } from './renter-samples.ts'
import { sampleId, secondsBefore } from './samples.ts'

/** A template of the account itself, with something in every field. */
export function anOwnTemplate(parts: object = {}): Template {
  return aTemplate({
    id: sampleId('tpl', 7),
    name: 'pytorch-lab',
    template_name: 'PyTorch lab',
    version: '4',
    description: 'JupyterLab with PyTorch.',
    template_type: 'custom',
    tags: ['notebook', 'training'],
    image_path_with_tag: 'ghcr.io/ada/lab:2.7',
    docker_options: '--shm-size 8g',
    on_start_script: 'jupyter lab --port 8888\n',
    env: { TOKEN: 'secret-token' },
    ports: [8888, 6006],
    readiness: { kind: 'http', port: 8888, path: '/api', timeout_s: 120 },
    extra_filters: { kind: 'gpu', vram_mib_min: 24_576 },
    recommended_disk_gb: 60,
    template_description: '# First steps\n\nOpen port **8888**.',
    public_template: false,
    template_code: '4k7m2p9qx3ws8z1b',
    access: 'own',
    author: 'ada',
    uses: 1_240,
    starts: { succeeded: 970, failed: 30 },
    updated_at: secondsBefore(7_200),
    ...parts,
  })
}

/** A version of {@link anOwnTemplate}; `content` replaces fields of its content. */
export function aTemplateVersion(version: string, content: object = {}): TemplateVersion {
  const fields = Object.entries(anOwnTemplate()).filter(([name]) =>
    Object.hasOwn(TemplateContent.shape, name),
  )
  return TemplateVersion.parse({
    version,
    created_at: secondsBefore(7_200),
    created_by: 'ada',
    content: { ...Object.fromEntries(fields), ...content },
  })
}
