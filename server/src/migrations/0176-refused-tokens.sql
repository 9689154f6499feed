-- When a call outside of the token's networks was last noted; once a day is enough.
alter table access_tokens add refused_at timestamptz;
