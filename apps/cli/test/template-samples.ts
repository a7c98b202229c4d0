import type { Answers } from './fake-server.ts'
import { aTemplate, idEndingIn } from './samples.ts'

export const templateCode = '4k7m2p9qx3ws8z1b'

/** A template of the account. */
export const lab = aTemplate({
  ...{ id: idEndingIn('tpl', 'aaaa9999'), name: 'lab', template_name: 'Lab', version: '3' },
  ...{
    access: 'own',
    template_code: templateCode,
    on_start_script: 'echo one\necho two\n',
    ports: [80],
  },
  ...{ readiness: { kind: 'http', port: 80, path: '/', timeout_s: 60 } },
  ...{ extra_filters: { kind: 'gpu', vram_mib_min: 24_576 }, template_description: '# About' },
})
/** A public one of another account. */
const theirs = aTemplate({
  ...{ id: idEndingIn('tpl', 'bbbb9999'), name: 'theirs', access: 'public', author: 'eve' },
  ...{ uses: 12, starts: { succeeded: 9, failed: 3 } },
})

/** The answers of a server that has both, and a predefined one. */
export function templateAnswers(): Answers {
  const { image_path_with_tag, ports, ...rest } = lab
  const content = { template_name: rest.template_name, image_path_with_tag }
  const created_at = '2026-11-21T09:00:00.000Z'
  const chosen = { id: aTemplate().id, template_name: 'Debian', version: '1' }
  return {
    'templates.list': ({ query: { list } }) =>
      list === 'public' ? [theirs] : list === 'own' ? [lab] : [aTemplate(), lab],
    'templates.read': () => lab,
    'templates.readByCode': () => ({ ...theirs, access: 'shared' }),
    'templates.copy': () => lab,
    'templates.renewCode': () => lab,
    'templates.change': () => ({ ...lab, public_template: true }),
    'templates.export': () => ({ text: 'docker run debian:12' }),
    'templates.versions': () => [
      {
        ...{ version: '2', created_at, created_by: 'ada' },
        content: { ...content, image_path_with_tag: 'debian:13', ports },
      },
      { version: '1', created_at, created_by: null, content },
    ],
    'templates.restore': () => ({ ...lab, version: '4' }),
    'templates.remove': () => ({}),
    'templates.readDefault': () => chosen,
    'templates.changeDefault': () => chosen,
    'templates.checkImage': () => ({
      ...{ registry: 'ghcr.io', signed_in_as: 'ada', digest: 'sha256:00', size_bytes: 1_000_000 },
      platforms: ['linux/amd64', 'linux/arm64'],
    }),
  }
}
