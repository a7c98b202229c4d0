import type { ErrorTexts } from '../core/error-texts.ts'

export const templatesErrors = {
  template_name_taken: {
    status: 409,
    text: 'You already have a template named “{name}”. Choose another name.',
  },
  template_changed: {
    status: 409,
    text: 'The template was changed meanwhile: its version is now {version}. Load it again.',
  },
  options_unsupported: {
    status: 409,
    text: 'This machine cannot apply {options} of the template. Choose another machine, or ask its provider to update the agent.',
  },
  registry_refused: {
    status: 409,
    text: '{registry} did not accept the user name and password.',
  },
  image_not_found: {
    status: 404,
    text: '{registry} has no image {image}, or it needs a login.',
  },
  registry_failed: {
    status: 502,
    text: '{registry} did not answer as a registry: {problem}.',
  },
} as const satisfies ErrorTexts
