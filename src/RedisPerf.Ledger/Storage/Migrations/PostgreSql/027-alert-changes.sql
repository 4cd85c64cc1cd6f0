-- All nodes show the number of open alerts. The notification is that of the alert's job, as for a job that is in another list.
CREATE FUNCTION redisperf_alert_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('redisperf_jobs', NEW.job || ' moved');
  RETURN NULL;
END $$;

CREATE TRIGGER alerts_changed AFTER INSERT OR UPDATE ON alerts FOR EACH ROW EXECUTE FUNCTION redisperf_alert_changed();
