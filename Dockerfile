# One image for web, worker, beat and the one-shot commands; docker-compose.yml says which is which.
FROM python:3.11-slim

ENV PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1 STATIC_ROOT=/srv/static
WORKDIR /srv/pitkeeper

COPY requirements.lock ./
RUN pip install --no-cache-dir --no-deps --require-hashes --only-binary=:all: -r requirements.lock

COPY . ./
# Collecting reads the settings but asks no server; these values do not outlive the line.
RUN SECRET_KEY=build DATABASE_URL=postgres://build@/build REDIS_URL=redis://build \
    python manage.py collectstatic --no-input --ignore rest_framework

RUN useradd --system --no-create-home --uid 10001 pitkeeper \
    && install --directory --owner pitkeeper --mode 700 /backups
USER pitkeeper
EXPOSE 8000

# The web's own check; worker and beat have theirs in docker-compose.yml.
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
    CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:8000/health/live', timeout=4)"]
# Only the proxy reaches this port, and it replaces forwarding headers that callers made up.
CMD ["uvicorn", "casino.asgi:application", "--host", "0.0.0.0", "--port", "8000", \
     "--no-access-log", "--timeout-graceful-shutdown", "20", "--ws-max-size", "8192", "--ws-per-message-deflate", "false", "--forwarded-allow-ips", "*"]
