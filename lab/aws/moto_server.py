"""Serves moto's DynamoDB on a free loopback port with one thread, and prints the port.

moto's own server answers with several threads, between which its transactions are not isolated.
"""

from moto.server import DomainDispatcherApplication, create_backend_app
from werkzeug.serving import WSGIRequestHandler, make_server


class Silent(WSGIRequestHandler):
    protocol_version = "HTTP/1.0"

    def log(self, *_):
        pass


app = DomainDispatcherApplication(create_backend_app)
server = make_server("127.0.0.1", 0, app, threaded=False, request_handler=Silent)
print(server.server_port, flush=True)
server.serve_forever()
