-- What a model thought before an answer, and its share of the tokens and the time of answers from before.
alter table chat_messages add column reasoning text not null default '';
update chat_messages set cost = cost || '{"reasoning_tokens": 0, "reasoning_ms": null}'::jsonb where cost is not null;
