-- expand from 0.1.0
-- As in 0149: without pg_temp at the end of its path, a function of the owner finds a temporary table of the session first. A trigger on a `user_texts`
-- of its own let the role of the application do whatever the owner may, such as rewriting the audit log.
do $$
declare name text;
begin
  foreach name in array array['keep_user_texts()', 'drop_user_texts()'] loop
    execute format('alter function %s set search_path = %I, pg_temp', name, current_schema());
  end loop;
end $$;
